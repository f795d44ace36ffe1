import { once } from "node:events";
import net from "node:net";
import { Obstacle } from "./say.mjs";

/** Answers the port, or a free one for 0; throws when somebody listens there already, and says whether it is a Toolroom. */
export async function checkPort(host, port) {
  const probe = net.createServer().listen(port, host);
  try {
    await once(probe, "listening");
  } catch (error) {
    throw await explain(error, host, port);
  }
  const free = probe.address().port;
  probe.close();
  await once(probe, "close");
  return free;
}

/** The address that a browser on this machine uses. */
export function addressOf(host, port) {
  const reachable = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${reachable.includes(":") ? `[${reachable}]` : reachable}:${port}`;
}

async function explain(error, host, port) {
  if (error.code === "EADDRINUSE") {
    const address = addressOf(host, port);
    if (await isToolroom(address))
      return new Obstacle(`Toolroom already runs at ${address}; open it, or stop it before you start another.`);
    return new Obstacle(
      `Port ${port} is taken by another program; choose one that is free: PORT=${port + 1} npm start.`,
    );
  }
  if (error.code === "EACCES")
    return new Obstacle(`Your account may not listen on port ${port}; choose one above 1023: PORT=3000 npm start.`);
  return new Obstacle(
    `Toolroom cannot listen on ${host} (${error.code ?? error.message}); set HOST to an address of this machine.`,
  );
}

async function isToolroom(address) {
  try {
    const answer = await fetch(`${address}/api/health`, { signal: AbortSignal.timeout(2_000) });
    return (await answer.json()).ok === true;
  } catch {
    return false;
  }
}
