import { SessionSkeleton } from "#components/session/session-skeleton.tsx";

export default function Loading() {
  return <SessionSkeleton />;
}
