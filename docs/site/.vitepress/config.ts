/** The site of the documentation: the Markdown files of docs/, as they are. */

import { existsSync, readFileSync } from "node:fs";
import { posix, resolve } from "node:path";
import { defineConfig } from "vitepress";

const repository = "https://github.com/noether-checker/noether";
const root = resolve(import.meta.dirname, "../../..");

/** The grammars of the editors color models here too. */
const grammars = ["seq", "murphi"].map((name) => ({
  ...JSON.parse(readFileSync(resolve(root, `editors/vscode/syntaxes/${name}.tmLanguage.json`), "utf8")),
  name,
}));

/** A link out of docs/ leads to the repository, one to a folder too. */
function leavesDocs(page: string, link: string): string | undefined {
  const target = posix.join("docs", posix.dirname(page), link.replace(/[#?].*$/, ""));
  if (target.startsWith("docs/") && /\.(?:md|svg)$/.test(target)) return undefined;
  if (!existsSync(resolve(root, target))) throw new Error(`${page}: ${link} leads nowhere`);
  return `${repository}/blob/main/${target}${/[#?].*$/.exec(link)?.[0] ?? ""}`;
}

const list = (folder: string, entries: readonly (readonly [string, string])[]) =>
  entries.map(([text, file]) => ({ text, link: `/${folder}/${file}` }));

export default defineConfig({
  title: "Noether",
  description: "A model checker that finds the symmetries of a model by itself, and proves them sound",
  lang: "en",
  srcDir: "pages",
  outDir: "../../build/site",
  cacheDir: "cache",
  cleanUrls: true,
  // The API is made by another tool.
  ignoreDeadLinks: [/^\/api\//],
  // The table of the comparison is wide: it gets the room of the list of headings, and less room between columns.
  transformPageData: (page) => (page.relativePath === "comparison.md" ? { frontmatter: { aside: false } } : undefined),
  head: [["style", {}, ".vp-doc td, .vp-doc th { padding: 6px 9px; }"]],
  markdown: {
    languages: grammars,
    languageAlias: { console: "shellsession" },
    config: (md) => {
      const render =
        md.renderer.rules.link_open ?? ((tokens, i, options, _, self) => self.renderToken(tokens, i, options));
      md.renderer.rules.link_open = (tokens, i, options, env: { relativePath?: string }, self) => {
        const href = tokens[i]!.attrGet("href") ?? "";
        const isOurs = !/^(?:[a-z]+:|#|\/)/.test(href);
        const outside =
          isOurs && env.relativePath !== undefined ? leavesDocs(env.relativePath, decodeURI(href)) : undefined;
        if (outside !== undefined) tokens[i]!.attrSet("href", outside);
        return render(tokens, i, options, env, self);
      };
    },
  },
  themeConfig: {
    search: { provider: "local" },
    socialLinks: [{ icon: "github", link: repository }],
    outline: [2, 3],
    nav: [
      { text: "Tutorial", link: "/tutorial" },
      { text: "Guide", link: "/guide/output" },
      { text: "Comparison", link: "/comparison" },
      { text: "API", link: "/api/index.html", target: "_self" },
    ],
    sidebar: [
      {
        text: "Start",
        items: [{ text: "Tutorial", link: "/tutorial" }, ...list("guide", [["Reading the output", "output"]])],
      },
      {
        text: "Coming from",
        items: list("coming-from", [
          ["SPIN", "spin"],
          ["PAT", "pat"],
          ["Murphi and Rumur", "rumur"],
          ["TLA+ and TLC", "tlc"],
          ["LoLA", "lola"],
          ["Rebeca", "rebeca"],
        ]),
      },
      {
        text: "How to",
        items: list("guide", [
          ["Simulate, and keep traces", "simulation"],
          ["Pipelines", "pipelines"],
          ["Editors", "editors"],
          ["Browsers", "browser"],
          ["Symmetry", "symmetry"],
          ["Partial order", "partial-order"],
          ["Temporal logic", "ltl"],
          ["Families of systems", "patterns"],
        ]),
      },
      {
        text: "Languages",
        items: list("guide", [
          ["Overview", "languages"],
          ["seq", "seq"],
          ["Promela", "promela"],
          ["CSP#", "csp"],
          ["Rebeca", "rebeca"],
          ["Murphi", "murphi"],
          ["Petri nets", "petri"],
        ]),
      },
      {
        text: "Parts of the library",
        items: list("guide", [
          ["Graphs", "graphs"],
          ["Groups", "groups"],
          ["Decision diagrams", "ddd"],
        ]),
      },
      {
        text: "Explanation",
        items: [
          ...list("explanation", [
            ["What symmetry is", "symmetry"],
            ["Why to trust a verdict", "soundness"],
            ["What fairness means", "fairness"],
          ]),
          { text: "Comparison", link: "/comparison" },
          { text: "Benchmarks", link: "/benchmarks" },
          { text: "Every example, measured", link: "/everyday" },
          { text: "Architecture", link: "/architecture" },
        ],
      },
    ],
  },
});
