import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** The gallery's shape while it is read. */
export function GallerySkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")}>
      <div className="flex h-12 items-center border-b border-line px-4">
        <Skeleton className="w-24" />
      </div>
      <div className="px-4 py-3">
        <Skeleton className="h-7 w-68" />
      </div>
      {WIDTHS.map((width) => (
        <div key={width} className="flex h-13 items-center gap-4 border-b border-line px-4">
          <Skeleton className="size-7" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="w-32" />
            <Skeleton className={width} />
          </div>
          <Skeleton className="h-4 w-24 max-sm:hidden" />
          <Skeleton className="w-12" />
        </div>
      ))}
    </div>
  );
}

const WIDTHS = ["w-3/5", "w-2/5", "w-1/2", "w-1/3", "w-3/4", "w-5/12", "w-1/4"];
