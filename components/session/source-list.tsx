import { SafeText } from "#components/run/text/safe-text.tsx";
import type { Source } from "#lib/runs/answer-parts.ts";

/** Pages that an answer refers to; what is no web address is not a link. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  return (
    <ol className="flex min-w-0 flex-wrap gap-x-3 gap-y-1">
      {sources.map(({ url, title }) => (
        <li key={url} className="max-w-72 min-w-0 truncate">
          {/^https?:\/\//i.test(url) ? (
            <a
              href={url}
              title={url}
              target="_blank"
              rel="noopener noreferrer nofollow"
              className="text-accent-text underline"
            >
              <SafeText text={title} />
            </a>
          ) : (
            <SafeText text={title} />
          )}
        </li>
      ))}
    </ol>
  );
}
