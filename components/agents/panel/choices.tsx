"use client";
import { useEditing } from "../editing.tsx";

type Props = {
  label: string;
  hint: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** Any of a few things; the order of the options is kept. */
export function Choices({ label, hint, options, chosen, onChange }: Props) {
  const { readOnly } = useEditing();
  const toggle = (value: string, isChosen: boolean) =>
    onChange(options.map((each) => each.value).filter((each) => (each === value ? isChosen : chosen.includes(each))));
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 font-medium">{label}</legend>
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {options.map(({ value, label: name }) => (
          <label key={value} className="flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={readOnly}
              className="accent-accent"
              onChange={(event) => toggle(value, event.target.checked)}
            />
            {name}
          </label>
        ))}
      </div>
      <p className="text-12 text-ink-3">{hint}</p>
    </fieldset>
  );
}
