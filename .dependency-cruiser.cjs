/** The layers of lib/, from the left to the right: a module imports only from its own layer and from those to its left. */
const LAYERS = ["core", "db", "secrets", "auth", "runs", "providers", "tools", "registry", "agents", "gateway", "cli"];

const TESTS = "\\.test(-support)?\\.tsx?$|^tests/";

const layerRules = LAYERS.map((layer, at) => ({
  name: `layer-${layer}`,
  severity: "error",
  comment: `lib/${layer} imports from ${LAYERS.slice(0, at).join(", ") || "no other layer"} only.`,
  from: { path: `^lib/${layer}/`, pathNot: TESTS },
  to: { path: `^lib/(${LAYERS.slice(at + 1).join("|")})/` },
})).slice(0, -1);

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    ...layerRules,
    {
      name: "no-cycles",
      severity: "error",
      comment: "Modules that import each other cannot be read one at a time.",
      from: {},
      to: { circular: true },
    },
    {
      name: "lib-stands-alone",
      severity: "error",
      comment: "lib knows neither routes nor components.",
      from: { path: "^lib/" },
      to: { path: "^(app|components)/" },
    },
    {
      name: "pages-do-not-query",
      severity: "error",
      comment: "app and components get data from lib/registry, lib/runs and lib/auth, where the team is checked.",
      from: { path: "^(app|components)/" },
      to: { path: "^lib/db/|(^|/)node_modules/(@prisma|prisma|pg)/" },
    },
    {
      name: "components-take-data",
      severity: "error",
      comment:
        "Components import values only from schemas, runs/view, runs/transcript and core/errors; types from anywhere.",
      from: { path: "^components/", pathNot: TESTS },
      to: {
        path: "^lib/",
        pathNot: "/schema\\.ts$|^lib/runs/(view|transcript)\\.ts$|^lib/core/errors\\.ts$",
        dependencyTypesNot: ["type-only"],
      },
    },
    {
      name: "components-call-actions-only",
      severity: "error",
      comment: "What components import from app is a server action.",
      from: { path: "^components/" },
      to: { path: "^app/", pathNot: "actions\\.ts$" },
    },
    {
      name: "prisma-stays-in-db",
      severity: "error",
      comment: "Everybody but lib/db imports #lib/db/client.ts.",
      from: { pathNot: "^(lib/db|prisma)/|^prisma\\.config\\.ts$" },
      to: { path: "^lib/db/generated/|(^|/)node_modules/(@prisma|prisma)/" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      comment: "Only tests import tests.",
      from: { pathNot: TESTS },
      to: { path: TESTS },
    },
    {
      name: "resolvable",
      severity: "error",
      comment: "An import that leads nowhere would also escape the rules above.",
      from: { pathNot: "^(lib/registry/templates|tools)/" },
      to: { couldNotResolve: true },
    },
  ],
  options: {
    tsConfig: { fileName: "tsconfig.json" },
    tsPreCompilationDeps: "specify",
    doNotFollow: { path: "node_modules|^lib/db/generated" },
    exclude: { path: "^\\.next/|^next-env\\.d\\.ts$" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["react-server", "node", "import", "require", "types", "default"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".json", ".css"],
    },
  },
};
