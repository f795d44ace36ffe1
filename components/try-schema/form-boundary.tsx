"use client";
import { catchError } from "next/error";
import { useTranslations } from "next-intl";

/** Keeps the page standing should a schema be drawn that nobody thought of: one sentence in the form's place. */
export const FormBoundary = catchError(Undrawable);

function Undrawable() {
  const t = useTranslations("schema");
  return (
    <p role="alert" className="p-4 text-danger-text xl:row-span-2">
      {t("undrawable")}
    </p>
  );
}
