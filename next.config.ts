import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

const config: NextConfig = {
  poweredByHeader: false,
  // `npm run check` does it, for every file and not only for what a page reaches.
  typescript: { ignoreBuildErrors: true },
  // Read from node_modules at run time: they find native parts or workers beside their own files.
  serverExternalPackages: [
    "pg",
    "@duckdb/node-api",
    "yauzl",
    "better-auth",
    "@prisma/client",
    "@prisma/adapter-pg",
    "openai",
    "undici",
  ],
  experimental: {
    // A tool's files are saved by an action; uploads go through a route, past the proxy.
    serverActions: { bodySizeLimit: "16mb" },
    proxyClientMaxBodySize: "16mb",
  },
  // Asked for by browsers that have not read a page's head yet.
  rewrites: async () => [{ source: "/favicon.ico", destination: "/icon.svg" }],
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
};

/** For everything that is served; the content policy has a nonce for each page and is the proxy's. */
const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  // Not "no-referrer": with it browsers hide the Origin of a form, which the guards need.
  { key: "Referrer-Policy", value: "same-origin" },
  {
    key: "Permissions-Policy",
    value: "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), hid=()",
  },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Cross-Origin-Resource-Policy", value: "same-origin" },
  { key: "X-Frame-Options", value: "SAMEORIGIN" },
];

export default createNextIntlPlugin("./app/i18n.ts")(config);
