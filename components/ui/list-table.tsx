import type { ReactNode } from "react";

type Props = {
  label: string /** The cells of the head row, which stays in sight. */;
  heads: ReactNode;
  children: ReactNode;
};

/** A list as a table: one thing a row, every column on one edge. */
export function ListTable({ label, heads, children }: Props) {
  return (
    <table aria-label={label} className="w-full table-fixed border-separate border-spacing-0">
      <thead className="sticky top-0 z-(--z-sticky) bg-surface text-left text-12 text-ink-3 [&_th]:h-7 [&_th]:border-b [&_th]:border-line [&_th]:px-2 [&_th]:font-medium">
        <tr>{heads}</tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
