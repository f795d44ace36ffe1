import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** A tool page's shape while it is read: its bar, its tabs, parameters on the left and the result on the right. */
export function ToolSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex h-full min-h-0 flex-col">
      <div className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-4">
        <Skeleton className="size-5" />
        <Skeleton className="w-32" />
      </div>
      <div className="flex h-9 shrink-0 items-center gap-4 border-b border-line px-4">
        <Skeleton className="w-20" />
        <Skeleton className="w-12" />
        <Skeleton className="w-16" />
      </div>
      <div className="grid min-h-0 flex-1 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="flex flex-col gap-5 p-4">
          {["w-24", "w-40", "w-32", "w-36"].map((width) => (
            <div key={width} className="flex flex-col gap-2">
              <Skeleton className={width} />
              <Skeleton className="h-7" />
            </div>
          ))}
        </div>
        <div className="border-line max-md:border-t md:border-l" />
      </div>
    </div>
  );
}
