"use client";

import { Component, type ReactNode } from "react";

/** Content that cannot be drawn takes its own place only, and shows the fallback there. */
export class PreviewBoundary extends Component<
  { fallback: ReactNode; children: ReactNode },
  { state: "whole" | "broken" }
> {
  override state: { state: "whole" | "broken" } = { state: "whole" };

  static getDerivedStateFromError(): { state: "broken" } {
    return { state: "broken" };
  }

  override render(): ReactNode {
    return this.state.state === "broken" ? this.props.fallback : this.props.children;
  }
}
