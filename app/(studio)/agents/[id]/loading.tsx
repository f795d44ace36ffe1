import { FormSkeleton } from "#components/ui/form-skeleton.tsx";

export default function Loading() {
  return <FormSkeleton />;
}
