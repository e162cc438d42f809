/** `noether completion SHELL`: a script that completes commands, options and their values, made from the commands. */

import { Argument } from "commander";
import type { Command, Option } from "commander";
import { catalog } from "../languages/catalog.ts";
import { exitCode } from "./exit-code.ts";
import { conclude } from "./host.ts";

/** A command with what can follow it. */
interface Completed {
  /** `pattern verify`. */
  readonly path: string;
  readonly summary: string;
  readonly options: readonly Option[];
}

const writers = { bash: bashScript, zsh: zshScript, fish: fishScript };

export function addCompletion(program: Command): void {
  const shells = Object.keys(writers) as (keyof typeof writers)[];
  program
    .command("completion")
    .summary("print a script that completes calls in a shell")
    .description("Prints a script for a shell, which completes commands, options and their values.")
    .addArgument(new Argument("<shell>", "the shell").choices(shells))
    .addHelpText(
      "after",
      `
Examples:
  noether completion bash > ~/.local/share/bash-completion/completions/noether
  noether completion zsh > ~/.zfunc/_noether
  noether completion fish > ~/.config/fish/completions/noether.fish`,
    )
    .action((shell: keyof typeof writers) => conclude(writers[shell](completedOf(program)), exitCode.holds));
}

function completedOf(program: Command): Completed[] {
  const help = program.createHelp();
  const walk = (command: Command, path: string): Completed[] => {
    const own = { path, summary: help.subcommandDescription(command), options: help.visibleOptions(command) };
    const inner = command.commands.flatMap((each) => walk(each, `${path} ${each.name()}`.trim()));
    return [own, ...inner];
  };
  return walk(program, "");
}

/** The names of the commands that can follow a command. */
function following(all: readonly Completed[], path: string): Completed[] {
  const prefix = path === "" ? "" : `${path} `;
  return all.filter((each) => each.path !== "" && each.path.startsWith(prefix) && !each.path.slice(prefix.length).includes(" ")); // prettier-ignore
}

function lastWord(path: string): string {
  return path.slice(path.lastIndexOf(" ") + 1);
}

function namesOf({ short, long }: Option): string[] {
  return [short, long].filter((name) => name !== undefined);
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function bashScript(all: readonly Completed[]): string {
  const values = all.flatMap(({ path, options }) =>
    options
      .filter(({ argChoices }) => argChoices)
      .map((option) => {
        const patterns = namesOf(option).map((name) => `"${path} ${name}"`);
        return `    ${patterns.join("|")}) COMPREPLY=($(compgen -W "${option.argChoices!.join(" ")}" -- "$current")); return ;;`;
      }),
  );
  const words = all.map(({ path, options }) => {
    const commands = following(all, path).map((each) => lastWord(each.path));
    const list = [...commands, ...options.flatMap(namesOf)];
    return `    "${path}") words="${list.join(" ")}" ;;`;
  });
  const commands = following(all, "").map(({ path }) => path);
  const nested = all.filter(({ path }) => path.includes(" ")).map(({ path }) => `"${path}"`);
  return `# Completion of noether for bash.
_noether() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD - 1]}" command="" words="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$command $word" in
      ${commands.map((name) => `" ${name}"`).join("|")}) command="$word" ;;
      ${nested.join("|")}) command="$command $word" ;;
    esac
  done
  case "$command $previous" in
${values.join("\n")}
  esac
  case "$command" in
${words.join("\n")}
  esac
  if [[ -z "$command" || "$current" == -* || ${following(all, "pattern").length > 0 ? '"$command" == pattern' : '""'} ]]; then
    COMPREPLY=($(compgen -W "$words" -- "$current"))
  fi
}
complete -o default -o bashdefault -F _noether noether
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function zshScript(all: readonly Completed[]): string {
  const models = Object.values(catalog).flatMap(({ endings }) => endings.map((ending) => ending.slice(1)));
  const described = (list: readonly Completed[]): string =>
    list.map(({ path, summary }) => quoted(`${lastWord(path)}:${summary.replaceAll(":", "\\:")}`)).join(" ");
  const argument = (option: Option): string[] =>
    namesOf(option).map((name) => {
      const text = option.description.replaceAll(/[[\]\\:]/g, "\\$&");
      const choices = option.argChoices ? `(${option.argChoices.join(" ")})` : "_files";
      return quoted(`*${name}[${text}]${takesValue(option) ? `:value:${choices}` : ""}`);
    });
  const cases = all
    .filter(({ path }) => path !== "" && !path.includes(" "))
    .map(({ path, options }) => {
      const inner = following(all, path);
      if (inner.length > 0) {
        const name = `_noether_${path}`;
        return `    ${quoted(path)}) local -a ${name}; ${name}=(${described(inner)}); (( CURRENT == 2 )) && _describe command ${name} || _files ;;`;
      }
      const list = options.flatMap(argument);
      const files = quoted(`*:file:_files -g "*.(${models.join("|")}|json)(-.)"`);
      return `    ${quoted(path)}) _arguments ${[...list, files].join(" \\\n      ")} ;;`;
    });
  return `#compdef noether
# Completion of noether for zsh.
_noether() {
  local -a commands
  commands=(${described(following(all, ""))})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="\${words[2]}"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
if [[ "$funcstack[1]" = _noether ]]; then _noether "$@"; else compdef _noether noether; fi
`;
}

function fishScript(all: readonly Completed[]): string {
  const lines = all.flatMap(({ path, options }) => {
    const [first, second] = path.split(" ");
    const condition =
      first === ""
        ? "__fish_use_subcommand"
        : [first, second]
            .flatMap((word) => (word === undefined ? [] : `__fish_seen_subcommand_from ${word}`))
            .join("; and ");
    const commands = following(all, path).map(
      (each) => `complete -c noether -f -n ${quoted(condition)} -a ${lastWord(each.path)} -d ${quoted(each.summary)}`,
    );
    const flags = options.map((option) => {
      const short = option.short === undefined ? "" : ` -s ${option.short.slice(1)}`;
      const long = option.long === undefined ? "" : ` -l ${option.long.slice(2)}`;
      const values = option.argChoices
        ? ` -x -a ${quoted(option.argChoices.join(" "))}`
        : takesValue(option)
          ? " -r"
          : "";
      return `complete -c noether -n ${quoted(condition)}${short}${long}${values} -d ${quoted(option.description)}`;
    });
    return [...commands, ...flags];
  });
  return `# Completion of noether for fish.\n${lines.join("\n")}\n`;
}
