import { useTranslations } from "next-intl";
import { Skeleton } from "./skeleton.tsx";

/** The shape of a page with a form and a narrower column beside it, while it is read. */
export function FormSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex h-full flex-col">
      <div className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <Skeleton className="w-48" />
      </div>
      <div className="grid flex-1 grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-1">
        <div className="flex flex-col gap-4 p-4">
          <Skeleton className="h-7" />
          <Skeleton className="h-44" />
          <Skeleton className="h-24" />
        </div>
        <div className="flex flex-col gap-4 border-line p-4 lg:border-l">
          {WIDTHS.map((width) => (
            <Skeleton key={width} className={`h-7 ${width}`} />
          ))}
        </div>
      </div>
    </div>
  );
}

const WIDTHS = ["w-3/5", "w-full", "w-11/12", "w-10/12", "w-9/12"];
