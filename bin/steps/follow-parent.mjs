// Loaded into the web server: ends it when the process that started it is gone, however that one ended.
process.on("disconnect", () => {
  process.kill(process.pid, "SIGTERM");
  setTimeout(() => process.kill(process.pid, "SIGKILL"), 5_000).unref();
});
