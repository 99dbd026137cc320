import { providerNames } from './provider-options.ts';

export const usage = `Usage: converse [options] "question"
       converse serve [options]
       converse mcp [options]
       converse doctor [options]
       converse undo [ID] [FILE]… [--list] [--root DIR]
       converse permissions [--revoke RULE] [--root DIR]
       converse instructions [--trust] [--root DIR]

Asks a model a question, and lets it use tools. The question "-" is read from the standard input.
With serve, other programs use the models through the APIs of OpenAI and Anthropic, and the tools through MCP, until
you press Ctrl+C.
With mcp, the program that started this one uses the tools and the models through the Model Context Protocol,
over the standard input and output, until it closes them. You are asked nothing: name what may run with --allow.
With doctor, you see whether serve works with the same options, and what to do where it doesn't: the port, the keys, who
is let in, the models, the tools, npx, and MCP. It opens a gateway for a moment, or looks at the one that has the port.
With undo, you take back what the last turn in the folder changed there, or the turn with this ID; with FILEs, only these,
and what can't be told apart from them. What has changed since is left as it is. An undo can be undone too. The exit code is 0 if all is back, 1 if not, 2 if there is nothing to undo.
With permissions, you see what you have decided about tools: for every workspace, in permissions.json in your state folder,
where you can write rules as in VS Code's setting converser.permissions; and for the folder, in answer to questions.
With instructions, you see which files guide models in the folder: AGENTS.md, CLAUDE.md, .github/copilot-instructions.md,
*.instructions.md, .claude/rules, and skills; for which files each holds, and what it costs.

  --model REF        the model, as provider/id (default: rehearsal/rehearsal, a rule-based demo)
  --provider NAME    the model provider; needs --model NAME, except with serve
                     and mcp. One of
                     ${providerNames.join(', ')}
  --base-url URL     the provider's address (default: the usual one); with openai, any OpenAI-compatible server
  --key-env VAR      the environment variable with the API key (default: the usual one, such as OPENAI_API_KEY)
  --tools HOW        how the model gets tools: native, contract (for models without tool calls) or none
                     (default: the best that the model supports)
  --effort LEVEL     how hard the model thinks: none, minimal, low, medium, high, xhigh or max; a model takes the nearest
                     of those that it has (default: as it does by itself)
  --option NAME=VALUE
                     what else you want of the model: temperature, topP, maxOutputTokens, seed, stop, verbosity,
                     serviceTier, cacheLifetime, showThinking, or body.FIELD for a field of its provider's own API
                     (repeatable)
  --instructions FILE
                     your own instructions, which every model reads below Converser's
  --no-instructions  follow neither the instructions that came with the roots nor skills
  --contract-prompt FILE
                     your own wording of the contract; {{tools}} in it is replaced by the list of tools
  --models-file FILE a TOML file with your own facts about models and their prices
  --check            check what the model can do, show the result and remember it; takes no question
  --contracts        with --check: try several contracts, and use the one with which the model calls tools best
  --root DIR         a folder to work in (repeatable; default: the current folder)
  --ensembles DIR    a folder with descriptors of your own tools (repeatable)
  --enable NAME      switch on an ensemble that is off at first, such as summarization (repeatable)
  --mode NAME        how the model works: agent, ask (reads, and changes nothing), plan, or one of your own in the folder
                     modes of --ensembles (default: agent)
  --allow NAME       run this tool without asking you: ensemble:name, name or ensemble:* (repeatable);
                     a question that is only /invoke NAME {…} allows that tool;
                     the tools of a folder need ensemble:name or ensemble:*;
                     a path in parentheses limits it: "workspace:write_file(src/**)"
  --permission-mode MODE
                     what you are asked about otherwise: everything, changes, or trusted, for only what came with the
                     folder and protected places (default: changes)
  --question-time MINUTES
                     how long a question whether a tool may run waits for you; then the call is denied
                     (default: 0, as long as you like)
  --local-host HOST  a host on this computer or in your own network that fetch_page may ask like those of the internet,
                     such as localhost:3000 (repeatable)
  --sandbox HOW      whether commands run in a sandbox, from which they can write only in the roots and have no network:
                     auto (where this machine can), required or off (default: auto)
  --writable DIR     a further folder in which commands in the sandbox may write, such as ~/.cache (repeatable)
  --protect GLOB     places that you are always asked about, also before they are read, like keys: "secrets/**", "*.pem"
                     (repeatable; it adds to those that are always protected)
  --trust-source SOURCE
                     whose content makes no call one to ask about: server:NAME, web:HOST, tool:ENSEMBLE:NAME, or a
                     whole kind, such as web:* (repeatable)
  -a, --attach PATH  a file, folder, image or PDF that goes with the question, or - for the standard input (repeatable);
                     in the question, @PATH, @PATH:10-20 and @git-diff do the same
  --auxdata JSON     an object that your tools find in context.auxdata, such as {"customer": 17}; the model doesn't
                     see it, and what a descriptor sets stays
  --trust            load the tools that came with the roots, in .converser/ensembles, .vscode/mcp.json
                     and .mcp.json, and follow their instructions and skills
  --list             with undo: show the turns that can be undone, and what can't
  --revoke RULE      with permissions: take this decision back, as the list shows it (repeatable)
  --verify-lock      start every MCP server and compare its tools with converser.lock.toml; takes no question
  --accept-lock      start every MCP server and update converser.lock.toml; takes no question
  --lock FILE        the lock (default: converser.lock.toml in the root, or in the folder of --ensembles)
  --fallback MODEL   a model that answers when the other one can't (repeatable): of the same provider, as with --model;
                     as PROVIDER/MODEL of another one, with the key in its usual environment variable; or as
                     PROVIDER/MODEL@URL, where that one has another address, to which no usual key is sent
  --port N           with serve: the port (default: any that is free)
  --host ADDRESS     with serve: where to listen (default: 127.0.0.1, for this machine only); 0.0.0.0 or :: lets other
                     machines in, which must send the key too; nothing is encrypted
  --host-name NAME   with serve: what programs may call this machine besides localhost and its addresses, such as
                     host.docker.internal (repeatable)
  --origin ORIGIN    with serve: a web page that may use the gateway with the key, such as https://app.example
                     (repeatable; default: none)
  --max-daily-cost USD
                     with serve: the most that programs may spend from midnight to midnight (default: no limit)
  --log-content      with serve: write what programs ask to the standard error, without keys, images and other files
  --key-file FILE    with serve: the file with the key that programs must send; made if there is none
  --keys FILE        with serve: a TOML file with a key and limits for each program, readable only by you:
                     [cline]                          # its key is added below this line
                     models = ["ollama/*"]            # also: ensembles, bareNames,
                     dollarsPerDay = 2                # requestsPerMinute, concurrent
                     What you delete there stops at once; --max-daily-cost is for one key
  --rounds N         the most requests to the model (default: 25)
  --compact-at PERCENT
                     of the model's window: above it, old results are left out of requests, and old turns are
                     summarized; 0: only when the model rejects a request (default: 75)
  --tools-on-demand-at PERCENT
                     of the model's window: above it, large ensembles' tools are
                     looked for with find_tools (default: 10)
  --max-cost USD, --max-tokens N, --max-requests N, --max-calls N, --max-seconds N
                     the most to spend: money, tokens, requests to models, tool calls, and time in which models and
                     tools work; a request or a call that would exceed a limit is not made (default: no limit)
  --max-cost-per-day USD, --max-cost-per-month USD, and so on for each of them
                     the same for all that this program does in a day or a month of the calendar, in all its runs
  --json             write only JSON to the standard output: one event per line; with --check, the result;
                     with --verify-lock or --accept-lock, the servers; with doctor, the report
  -v, --version      show the version
  -h, --help         show this help

MCP servers: \${secret:my-key} and \${input:city} in a descriptor are read from the environment variables
CONVERSER_SECRET_MY_KEY and CONVERSER_INPUT_CITY. A sign-in lasts for one run. If your company publishes a
client metadata document, put its https address in CONVERSER_CLIENT_METADATA_URL.

While a turn runs: a line that you type reaches the model before its next round, or after the answer. /stop ends the turn
after the round that runs, and /stop again doesn't. Ctrl+C stops at once; a second Ctrl+C ends the program.

Exit codes: 0 for a final answer (with --check: the model can call tools; with --verify-lock and --accept-lock:
the servers match the lock; with doctor: there is no problem, though perhaps a warning), 1 otherwise, 2 for a wrong
option, 130 after Ctrl+C.
`;
