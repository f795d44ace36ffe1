import { Skeleton } from "#components/ui/skeleton.tsx";

export default function Loading() {
  return (
    <>
      <div className="flex h-12 shrink-0 items-center border-b border-line px-4">
        <Skeleton className="w-32" />
      </div>
      <div className="grid gap-4 p-4 lg:grid-cols-2">
        <Skeleton className="h-64" />
        <Skeleton className="h-64" />
      </div>
    </>
  );
}
