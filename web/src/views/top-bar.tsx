/** The bar on top: what is open, and what concerns the whole page. */

import { conflict, file, files, isServed, isUnsaved, openFile, save, takeFromDisk } from "../state/local.ts";
import { sharedAddress } from "../state/share.ts";
import { source } from "../state/source.ts";
import { galleryIsOpen, helpIsOpen, nextTheme, say, theme } from "../state/view.ts";
import { exportWalk, shown } from "../state/walk.ts";
import { Button, Notice } from "./parts.tsx";

const themeNames = { system: "Colors as the system has them", light: "Light colors", dark: "Dark colors" };
const themeIcons = { system: "system", light: "sun", dark: "moon" } as const;

/** Addresses longer than this are cut by some programs that pass them on. */
const longAddress = 30_000;

async function share(): Promise<void> {
  const walk = shown.peek();
  const exported = walk && walk.model === source.peek() ? await exportWalk() : undefined;
  const trace = exported && walk && { text: exported.json, origin: walk.view.origin, position: walk.view.position };
  const address = await sharedAddress({ model: source.peek(), trace });
  history.replaceState(undefined, "", address);
  const size =
    address.length > longAddress ? ` It has ${Math.round(address.length / 1000)} kB, which some programs cut.` : "";
  try {
    await navigator.clipboard.writeText(address);
    say(`The link is copied; the model is in the link itself.${size}`);
  } catch {
    say(`The link is in the address bar; the model is in the link itself.${size}`);
  }
}

export function TopBar(): preact.JSX.Element {
  return (
    <header class="top-bar">
      <div class="brand">
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <g class="brand-lines">
            <path d="M16 4 26.4 10v12L16 28 5.6 22V10z" />
            <path class="thin" d="M16 4v24M5.6 10l20.8 12M26.4 10 5.6 22" />
          </g>
          <g class="brand-points">
            <circle cx="16" cy="4" r="3" />
            <circle cx="26.4" cy="10" r="3" />
            <circle cx="26.4" cy="22" r="3" />
            <circle cx="16" cy="28" r="3" />
            <circle cx="5.6" cy="22" r="3" />
            <circle cx="5.6" cy="10" r="3" />
          </g>
        </svg>
        <h1>
          Noether <span>studio</span>
        </h1>
      </div>
      <Button icon="gallery" onClick={() => (galleryIsOpen.value = true)}>
        Examples
      </Button>
      <LocalFiles />
      <div class="spacer" />
      {file.value && (
        <Button icon="save" label="Save the file (Ctrl S)" disabled={!isUnsaved.value} onClick={() => void save()}>
          {isUnsaved.value ? "Save" : "Saved"}
        </Button>
      )}
      <Button icon="share" label="A link with the model, its constants and the trace" onClick={() => void share()}>
        Share
      </Button>
      <Button icon={themeIcons[theme.value]} label={themeNames[theme.value]} onClick={nextTheme} />
      <Button icon="help" label="Keyboard and help" onClick={() => (helpIsOpen.value = true)} />
    </header>
  );
}

function LocalFiles(): preact.JSX.Element | null {
  if (!isServed || files.value.length === 0) return null;
  const open = file.value?.name ?? "";
  return (
    <label class="field inline">
      <span class="visually-hidden">File of this folder</span>
      <select value={open} onChange={({ currentTarget }) => void openFile(currentTarget.value)}>
        {open === "" && <option value="">Open a file…</option>}
        {files.value.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** The file has changed on disk, and the text here has changed too. */
export function Conflict(): preact.JSX.Element | null {
  if (conflict.value === undefined) return null;
  return (
    <Notice kind="unsure">
      <span>{file.value?.name} has changed on disk, and the text here is not saved.</span>
      <Button onClick={takeFromDisk}>Take the text on disk</Button>
      <Button onClick={() => void save(true)}>Write over it</Button>
    </Notice>
  );
}
