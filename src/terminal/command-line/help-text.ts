import path from 'node:path';
import { stateFolder } from '../state/state-file.ts';
import type { Command } from './misplaced-option.ts';
import { providerNames } from './provider-options.ts';

export function helpOf(command: Command | undefined): string {
  return command === undefined ? usage : commandHelp[command];
}

const half = Math.ceil(providerNames.length / 2);

const usage = `Usage: converse [options] ["question"]
       converse serve | mcp | tools | doctor | undo | permissions | instructions | spending [options]
       converse export | import | replay [options]

Ask a model a question, or begin a conversation, and let it call tools. See also: converse serve --help

  -m, --model NAME       use this model, as provider/id or as an id of --provider
      --provider NAME    connect to ${providerNames.slice(0, half).join(', ')},
                         ${providerNames.slice(half).join(', ')}
      --base-url URL     find the model provider at this address
      --key-env VAR      read its API key from this environment variable
      --tools HOW        call tools by native calls, by contract, or none
      --effort LEVEL     think at this level: none, minimal, low, medium, high, xhigh, max
      --mode NAME        work in this mode: agent, edits, plan, ask, or one of your own
      --check            check what the model can do; with --contracts, find how it calls tools best

      --root DIR         work in this folder (repeatable; default: the current one)
      --ensembles DIR    load your own tools from this folder (repeatable)
      --trust            load the tools of the folders, and follow their instructions
      --no-instructions  follow no instructions and no skills
      --allow NAME       run this tool without asking: ensemble:name, name, ensemble:*,
                         or only in some places: "workspace:write_file(src/**)" (repeatable)
      --verify-lock      compare the tools of MCP servers with converser.lock.toml, or --lock FILE
      --accept-lock      update that file

  -a, --attach PATH      attach a file, folder, image or PDF; "-": the standard input (repeatable)
      --continue         go on with the last conversation in this folder; --resume ID: with another one
      --auxdata JSON     pass this object to your tools, as context.auxdata
      --json             write JSON only, one event per line
      --log-requests DIR write what is sent to models, and what comes back, into this folder
      --set KEY=VALUE    change a setting, such as limits.costPerTurn=0.50 (repeatable)
  -h, --help             show this help, or that of a command
  -v, --version          show the version

Settings have the names of VS Code’s. Keep them for every run in
${path.join(stateFolder(), 'settings.json')}
MCP servers read \${secret:my-key} from CONVERSER_SECRET_MY_KEY, \${input:city} from CONVERSER_INPUT_CITY.
While the model works, type a line to send it, /stop to end the turn after this round, Ctrl+C to stop.
Exit codes: 0 final answer, 1 no final answer, 2 wrong option, 130 Ctrl+C.
`;

const commandHelp: Readonly<Record<Command, string>> = {
  serve: `Usage: converse serve [options]

Offer models to other programs through the APIs of OpenAI and Anthropic, and tools through MCP, until you
press Ctrl+C. The first line of the output has the address and the key, as JSON.

      --port N           listen on this port (default: any that is free)
      --key-file FILE    keep the key of programs in this file
      --keys FILE        give each program a key and limits of its own, in this TOML file:
                           [cline]                  # Converser adds the key below this line
                           models = ["ollama/*"]    # also: ensembles, bareNames,
                           dollarsPerDay = 2        # requestsPerMinute, concurrent
      --host ADDRESS     listen on this address (default: 127.0.0.1); 0.0.0.0 lets other machines in
      --host-name NAME   answer to this name, such as host.docker.internal (repeatable)
      --origin ORIGIN    let this web page in, such as https://app.example (repeatable)
      --log-content      write what programs ask to the standard error
      --fallback NAME    use this model when another one can’t answer (repeatable)

The options of converse --help about models, folders, tools and settings work here, too.
`,
  mcp: `Usage: converse mcp [options]

Offer tools and models through MCP to the program that starts this one, over the standard input and output.
You are asked nothing: name what may run with --allow.

The options of converse --help about models, folders, tools and settings work here, too.
`,
  tools: `Usage: converse tools [NAME] [options]

List the tools that models may call, or only NAME: an ensemble, or a tool as ensemble:name.

      --json             write what models are told: an OpenAI tool list, or all about one tool

The options of converse --help about folders, tools and settings work here, too.
`,
  doctor: `Usage: converse doctor [options]

Find out whether serve works with the same options, and what to do where it doesn’t.

      --json             write the report as JSON

Exit codes: 0 no problem, 1 a problem.
`,
  undo: `Usage: converse undo [ID] [FILE]… [options]

Take back what the last turn changed, or the turn with this ID, or only these files. Files that have changed
since then stay as they are. You can undo an undo.

      --list             list the turns that you can undo
      --root DIR         undo in this folder (repeatable; default: the current one)
      --json             write JSON only

Exit codes: 0 all is back, 1 only in part, 2 nothing to undo.
`,
  export: `Usage: converse export [ID] [options] > FILE

Write the last conversation of this folder to the standard output, or the one with this id or part of an id.
Secrets that Converser knows are hidden.

      --as FORM          write markdown (default), html: one page for a browser, or json: everything, to import again
      --root DIR         look for conversations of this folder (repeatable; default: the current one)
`,
  import: `Usage: converse import FILE [options]

Store a conversation that Converser, an OpenAI or Anthropic program, VS Code (Export Chat), Claude Code or Codex wrote,
to go on with it here. Sessions lie in ~/.claude/projects and ~/.codex/sessions. Their content counts as coming from
outside.

      --root DIR         go on in this folder (repeatable; default: the current one)
`,
  replay: `Usage: converse replay FILE --against MODEL [options]

Ask another model what “Record from Here” recorded, and compare its calls. No tool runs: calls get the recorded
results, and a call that wasn’t recorded ends the turn.

      --against MODEL    ask this model, as provider/id or as an id of --provider
      --json             write JSON only, one line for each turn

The options of converse --help about models and settings work here, too.
Exit codes: 0 the same calls, and an answer, 1 a difference, 2 the file or an option is wrong, 130 Ctrl+C.
`,
  permissions: `Usage: converse permissions [options]

List what you have decided about tools.

      --revoke RULE      take a decision back, written as the list shows it (repeatable)
      --root DIR         list decisions for this folder (repeatable; default: the current one)
      --json             write JSON only
`,
  instructions: `Usage: converse instructions [options]

List the files that guide models here: AGENTS.md, CLAUDE.md, .github/copilot-instructions.md,
*.instructions.md, .claude/rules, and skills.

      --trust            list those of the folder, too
      --root DIR         look in this folder (repeatable; default: the current one)
      --json             write JSON only
`,
  spending: `Usage: converse spending [options]

Show what was spent today and this month, and what each tool, ensemble, MCP server and model took of it: tokens,
calls, failures and times. Tokens of tools are estimates.

      --json             write JSON only
`,
};
