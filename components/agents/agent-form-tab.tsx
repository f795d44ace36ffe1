"use client";
import { type Editing, EditingProvider } from "./editing.tsx";
import { HandoffsSection } from "./handoffs-section.tsx";
import { IdentitySection } from "./identity-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { ModelSection } from "./model-section.tsx";
import { OutputSection } from "./output-section.tsx";
import { SettingsSection } from "./settings-section.tsx";
import { ToolsSection } from "./tools-section.tsx";

/** The whole agent: what it is for at the left, how it answers at the right. */
export function AgentFormTab({ editing }: { editing: Editing }) {
  return (
    <EditingProvider editing={editing}>
      <div className="grid min-h-full grid-cols-[minmax(0,1fr)_400px] max-lg:grid-cols-1">
        <div className="min-w-0">
          <IdentitySection />
          <ToolsSection />
          <HandoffsSection />
          <OutputSection />
        </div>
        <div className="min-w-0 border-line max-lg:border-t lg:border-l">
          <ModelSection />
          <SettingsSection />
          <LimitsSection />
        </div>
      </div>
    </EditingProvider>
  );
}
