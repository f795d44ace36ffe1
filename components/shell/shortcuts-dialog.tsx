"use client";
import { useTranslations } from "next-intl";
import { Dialog, DialogContent } from "#components/ui/dialog.tsx";
import { Kbd } from "#components/ui/kbd.tsx";
import { useSingleKeys } from "#components/ui/single-keys.ts";
import { Switch } from "#components/ui/switch.tsx";

/** Every shortcut there is, and the switch for those of one plain key. */
export function ShortcutsDialog({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  const t = useTranslations("common");
  const [singleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title={t("shortcuts")}>
        <div className="flex flex-col gap-4">
          {SHORTCUTS.map(({ place, keys }) => (
            <section key={place}>
              <h3 className="pb-1 text-12 text-ink-3">{t(`shortcutPlaces.${place}`)}</h3>
              <dl>
                {keys.map(([act, ...chords]) => (
                  <div key={act} className="flex h-7 items-center justify-between gap-4 border-b border-line">
                    <dt>{t(`shortcutActs.${act}`)}</dt>
                    <dd className="flex gap-1">
                      {chords.map((chord) => (
                        <Kbd key={chord} keys={chord} />
                      ))}
                    </dd>
                  </div>
                ))}
              </dl>
            </section>
          ))}
          <label htmlFor="single-keys" className="flex items-center justify-between gap-4">
            <span>
              <span className="block font-medium">{t("singleKeys")}</span>
              <span className="block text-12 text-ink-3">{t("singleKeysHint")}</span>
            </span>
            <Switch id="single-keys" checked={singleKeys} onCheckedChange={setSingleKeys} />
          </label>
        </div>
      </DialogContent>
    </Dialog>
  );
}

const SHORTCUTS = [
  {
    place: "everywhere",
    keys: [
      ["search", "mod+k"],
      ["newTool", "n"],
      ["newSession", "s"],
      ["shortcuts", "?"],
    ],
  },
  {
    place: "tools",
    keys: [
      ["find", "/"],
      ["move", "ArrowUp", "ArrowDown"],
      ["open", "Enter"],
      ["run", "r"],
    ],
  },
  {
    place: "playground",
    keys: [
      ["runTool", "mod+Enter"],
      ["stop", "Escape"],
    ],
  },
  { place: "code", keys: [["save", "mod+s"]] },
  {
    place: "session",
    keys: [
      ["send", "Enter"],
      ["newLine", "shift+Enter"],
      ["stop", "Escape"],
      ["command", "/"],
      ["name", "@"],
    ],
  },
] as const;
