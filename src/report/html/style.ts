/** The style of the page, light and dark. Its hash is in the content security policy, so it has no variable parts. */

export const style = `
:root { color-scheme: light dark; --bg: #ffffff; --fg: #1f2328; --soft: #57606a; --line: #d0d7de; --card: #f6f8fa;
  --good: #1a7f37; --bad: #b00020; --unsure: #9a6700; --mark: #fff3c4; --pick: #dbe9ff; }
@media (prefers-color-scheme: dark) { :root { --bg: #0d1117; --fg: #e6edf3; --soft: #9aa4af; --line: #30363d;
  --card: #161b22; --good: #4ac26b; --bad: #ff7b86; --unsure: #e0b341; --mark: #4a3c00; --pick: #1f3a63; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1400px; padding: 1.5rem; background: var(--bg); color: var(--fg);
  font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .25rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0 0 .4rem; }
code, pre, .mono, td.value, td.name { font-family: ui-monospace, monospace; font-size: 13px; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; }
td.value, .changes, .cycles { overflow-wrap: anywhere; }
.soft { color: var(--soft); } .holds { color: var(--good); } .violated { color: var(--bad); }
.undecided { color: var(--unsure); } .verdict { font-weight: 700; }
.explorer { display: grid; grid-template-columns: minmax(16rem, 2fr) 3fr; gap: 1rem; }
.explorer > * { min-width: 0; background: var(--card); border: 1px solid var(--line); border-radius: 6px; padding: .8rem; }
.steps { margin: 0; padding: 0; list-style: none; max-height: 32rem; overflow: auto; }
.steps:focus { outline: 2px solid var(--fg); outline-offset: 2px; }
.steps li { padding: .15rem .4rem; border-radius: 4px; cursor: pointer; font-family: ui-monospace, monospace; font-size: 13px; }
.steps li[aria-selected="true"] { background: var(--pick); font-weight: 600; }
.steps li.loop { border-left: 3px solid var(--unsure); } .steps li.failed { color: var(--bad); }
tr.changed td { background: var(--mark); } tr.changed td.value del { color: var(--soft); }
.changes { margin: 0 0 .8rem; padding-left: 1.2rem; } .bad { color: var(--bad); font-weight: 600; }
.source { max-height: 24rem; overflow: auto; margin: .8rem 0 0; } .source pre { margin: 0; }
.source span.line { display: block; white-space: pre; } .source span.here { background: var(--pick); }
.chart { overflow: auto; background: #ffffff; border-radius: 6px; padding: .5rem; }
kbd { border: 1px solid var(--line); border-radius: 3px; padding: 0 .3rem; font-size: 12px; }
summary { cursor: pointer; margin: .6rem 0; }
@media (max-width: 800px) { .explorer { grid-template-columns: 1fr; } }
`;
