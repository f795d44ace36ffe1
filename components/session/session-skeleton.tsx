import { useTranslations } from "next-intl";
import { Skeleton } from "#components/ui/skeleton.tsx";

/** A session's shape while it is read. */
export function SessionSkeleton() {
  const t = useTranslations("common");
  return (
    <div role="status" aria-label={t("loading")} className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <Skeleton className="w-48" />
      </div>
      <ConversationSkeleton />
    </div>
  );
}

/** A conversation's shape while it is read. */
export function ConversationSkeleton() {
  return (
    <div className="mx-auto flex w-full max-w-4xl flex-1 flex-col gap-4 p-6 max-md:p-3">
      <Skeleton className="ml-auto h-10 w-1/3" />
      <Skeleton className="ml-9.5 w-2/3" />
      <Skeleton className="ml-9.5 w-1/2" />
      <Skeleton className="ml-9.5 h-9 w-auto" />
    </div>
  );
}
