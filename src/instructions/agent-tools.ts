import { namesIn } from './names-in.ts';

/** Patterns of our tools for the names that agents of VS Code and Claude Code list, and the names without one. */
export interface AgentTools {
  /** Absent for all tools. */
  readonly patterns?: readonly string[];
  readonly unknown: readonly string[];
}

/** Both come as a list, or as one string with commas. An agent that only takes tools away keeps no MCP servers. */
export function agentTools(listed: unknown, withheld: unknown): AgentTools {
  const [wanted, without] = [namesIn(listed), namesIn(withheld)];
  if (wanted === undefined && without === undefined) return { unknown: [] };
  const names = wanted ?? Object.keys(kinds);
  const taken = new Set((without ?? []).flatMap(name => patternsOf(name) ?? []));
  const patterns = names.flatMap(name => patternsOf(name) ?? []).filter(pattern => !taken.has(pattern));
  return {
    patterns: [...new Set(patterns)],
    unknown: names.filter(name => patternsOf(name) === undefined),
  };
}

/** `Bash(git:*)` allows some commands unasked, but nothing is allowed here: it is Bash. */
function patternsOf(written: string): readonly string[] | undefined {
  const name = written.replace(/\(.*$/s, '');
  if (name === '*') return ['*'];
  const [, server, tool = '*'] = /^mcp__(.+?)(?:__(.+))?$/.exec(name) ?? [];
  if (server !== undefined) return [`${server}:${tool}`];
  const kind = kindOf(name);
  if (kind !== undefined) return kinds[kind];
  const [set, inSet] = name.split('/', 2);
  if (set === undefined || inSet === undefined) return undefined;
  // A tool that VS Code brings stands in one of its sets.
  return kinds[kindOf(inSet) ?? kindOf(set) ?? ''] ?? [`${set}:${inSet}`];
}

function kindOf(name: string): string | undefined {
  const small = name.toLowerCase();
  return Object.hasOwn(kinds, small) ? small : Object.keys(also).find(kind => also[kind]?.includes(small));
}

/** The aliases of https://docs.github.com/en/copilot/reference/custom-agents-configuration, and ours for them. */
const kinds: Readonly<Record<string, readonly string[]>> = {
  read: [
    'workspace:read_file',
    'workspace:list_directory',
    'workspace:get_*',
    'workspace:ask_about',
    'summarization:*',
    'skills:*',
  ],
  search: [
    'workspace:find_files',
    'workspace:search_text',
    'workspace:list_directory',
    'workspace:get_symbols',
  ],
  edit: ['workspace:write_file', 'workspace:edit_file', 'workspace:delete_file', 'workspace:move_file'],
  execute: ['shell:*'],
  web: ['web:*'],
  todo: ['dialogue:plan'],
  agent: ['models:*'],
  ask: ['dialogue:ask_person'],
};

/** The tools of Claude Code (https://code.claude.com/docs/en/tools-reference) and Copilot, and older names of VS Code. */
const also: Readonly<Record<string, readonly string[]>> = {
  read: ['ls', 'notebookread', 'skill', 'lsp', 'problems', 'changes', 'readfile', 'view'],
  search: [
    'grep',
    'glob',
    'codebase',
    'usages',
    'searchresults',
    'findtestfiles',
    'filesearch',
    'textsearch',
  ],
  edit: ['multiedit', 'write', 'notebookedit', 'editfiles', 'createfile', 'create', 'new'],
  execute: [
    'bash',
    'bashoutput',
    'killshell',
    'shell',
    'powershell',
    'runcommands',
    'runtasks',
    'runinterminal',
  ],
  web: ['webfetch', 'websearch', 'web_fetch', 'web_search', 'fetch'],
  todo: ['todowrite', 'taskcreate', 'taskupdate', 'todos'],
  agent: ['task', 'custom-agent', 'runsubagent'],
  ask: ['askuserquestion', 'askquestions'],
};
