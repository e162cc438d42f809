/**
 * Makes `noether-VERSION.vsix`: a zip of the extension with a manifest, as VS Code reads it. The tool of the editor's
 * makers does the same, and needs a hundred packages for it.
 */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { zipSync } from "fflate";
import type { Zippable } from "fflate";

interface Manifest {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  readonly version: string;
  readonly publisher: string;
  readonly engines: { readonly vscode: string };
  readonly categories: readonly string[];
  readonly keywords: readonly string[];
}

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const { scripts: _, devDependencies: __, private: ___, ...published } = manifest as Manifest & Record<string, unknown>;

/** What is in the package, besides the manifest. */
const files = [
  "README.md",
  ...["dist", "syntaxes", "language-configuration"].flatMap(
    (folder) =>
    readdirSync(folder).sort().map((file) => `${folder}/${file}`), // prettier-ignore
  ),
];

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const vsixManifest = `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${manifest.name}" Version="${manifest.version}" Publisher="${manifest.publisher}"/>
    <DisplayName>${escape(manifest.displayName)}</DisplayName>
    <Description xml:space="preserve">${escape(manifest.description)}</Description>
    <Tags>${escape(manifest.keywords.join(","))}</Tags>
    <Categories>${escape(manifest.categories.join(","))}</Categories>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="${escape(manifest.engines.vscode)}"/>
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace"/>
    </Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation>
    <InstallationTarget Id="Microsoft.VisualStudio.Code"/>
  </Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.License" Path="extension/LICENSE.txt" Addressable="true"/>
  </Assets>
</PackageManifest>
`;

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">${[
  [".json", "application/json"],
  [".vsixmanifest", "text/xml"],
  [".md", "text/markdown"],
  [".txt", "text/plain"],
  [".cjs", "application/javascript"],
  [".mjs", "application/javascript"],
]
  .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
  .join("")}</Types>
`;

const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const entries: Zippable = {
  "[Content_Types].xml": text(contentTypes),
  "extension.vsixmanifest": text(vsixManifest),
  "extension/package.json": text(`${JSON.stringify(published, undefined, 2)}\n`),
  "extension/LICENSE.txt": readFileSync("../../LICENSE"),
};
for (const file of files) entries[`extension/${file}`] = readFileSync(file);

const target = process.argv[2] ?? `noether-${manifest.version}.vsix`;
// A date of its own, so that the same files make the same package.
writeFileSync(target, zipSync(entries, { level: 9, mtime: new Date("2000-01-01T00:00:00Z") }));
console.log(`${target}: ${Object.keys(entries).length} files`);
