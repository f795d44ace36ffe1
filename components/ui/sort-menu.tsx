import { ArrowUpDown, ChevronDown } from "lucide-react";
import { Button } from "./button.tsx";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "./menu.tsx";

type Props<Order extends string> = {
  /** Says by what the list is ordered now. */
  label: string;
  value: Order;
  options: readonly { value: Order; label: string }[];
  onChange: (order: Order) => void;
};

/** Chooses the order of a list; on a narrow page its sign stands for its words. */
export function SortMenu<Order extends string>({ label, value, options, onChange }: Props<Order>) {
  function choose(chosen: string): void {
    const option = options.find((each) => each.value === chosen);
    if (option) onChange(option.value);
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="ghost" aria-label={label} className="max-sm:w-7 max-sm:px-0">
          <span className="max-sm:hidden">{label}</span>
          <ChevronDown aria-hidden className="max-sm:hidden" />
          <ArrowUpDown aria-hidden className="sm:hidden" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end">
        <MenuRadioGroup value={value} onValueChange={choose}>
          {options.map((option) => (
            <MenuRadioItem key={option.value} value={option.value}>
              {option.label}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
      </MenuContent>
    </Menu>
  );
}
