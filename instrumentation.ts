/** Runs once when the server starts, before it answers: what was cut off is ended, and the catalogue is in every team. */
export async function register(): Promise<void> {
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { startServer } = await import("#lib/registry/start-server.ts");
  const { registerSamplesEverywhere } = await import("#lib/agents/samples.ts");
  const { workerHere } = await import("#lib/agents/worker.ts");
  await startServer(workerHere());
  await registerSamplesEverywhere();
}
