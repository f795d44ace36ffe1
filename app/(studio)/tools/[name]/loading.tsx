import { ToolSkeleton } from "#components/tools/tool-skeleton.tsx";

export default function Loading() {
  return <ToolSkeleton />;
}
