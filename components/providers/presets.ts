import type { ProviderApi } from "#lib/providers/schema.ts";

/** A kind of model server, and what a provider of it begins with. */
export type Preset = {
  id: "openai" | "azure" | "ollama" | "lmStudio" | "vllm" | "other";
  name: string;
  api: ProviderApi;
  baseUrl: string;
  /** What an address looks like that has a part of the team's own. */
  example: string;
  allowPrivate: boolean;
};

export const PRESETS: readonly Preset[] = [
  {
    id: "openai",
    name: "OpenAI",
    api: "responses",
    baseUrl: "https://api.openai.com/v1",
    example: "https://api.openai.com/v1",
    allowPrivate: false,
  },
  {
    id: "azure",
    name: "Azure OpenAI",
    api: "responses",
    baseUrl: "",
    example: "https://RESOURCE.openai.azure.com/openai/v1",
    allowPrivate: false,
  },
  {
    id: "ollama",
    name: "Ollama",
    api: "chat",
    baseUrl: "http://localhost:11434/v1",
    example: "http://localhost:11434/v1",
    allowPrivate: true,
  },
  {
    id: "lmStudio",
    name: "LM Studio",
    api: "chat",
    baseUrl: "http://localhost:1234/v1",
    example: "http://localhost:1234/v1",
    allowPrivate: true,
  },
  {
    id: "vllm",
    name: "vLLM",
    api: "chat",
    baseUrl: "http://localhost:8000/v1",
    example: "http://localhost:8000/v1",
    allowPrivate: true,
  },
  {
    id: "other",
    name: "",
    api: "chat",
    baseUrl: "",
    example: "https://models.example.com/v1",
    allowPrivate: false,
  },
];
