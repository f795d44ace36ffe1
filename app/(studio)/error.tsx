"use client";
import { Failure } from "#components/shell/failure.tsx";

export default function PageError({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return <Failure digest={error.digest} onRetry={reset} />;
}
