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
  const names = wanted ?? kinds.flatMap(kind => kind.names);
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
  const patterns = patternsOfKind(name);
  if (patterns !== undefined) return patterns;
  const [set, inSet] = name.split('/', 2);
  if (set === undefined || inSet === undefined) return undefined;
  // A tool that VS Code brings stands in one of its sets.
  return patternsOfKind(inSet) ?? patternsOfKind(set) ?? [`${set}:${inSet}`];
}

function patternsOfKind(name: string): readonly string[] | undefined {
  return kinds.find(({ names }) => names.includes(name.toLowerCase()))?.patterns;
}

interface Kind {
  readonly names: readonly string[];
  /** Of our tools. */
  readonly patterns: readonly string[];
}

/**
 * First the aliases of https://docs.github.com/en/copilot/reference/custom-agents-configuration, then the tools of Claude
 * Code (https://code.claude.com/docs/en/tools-reference) and Copilot, and older names of VS Code.
 */
const kinds: readonly Kind[] = [
  {
    names: ['read', 'ls', 'notebookread', 'skill', 'lsp', 'problems', 'changes', 'readfile', 'view'],
    patterns: [
      ...['workspace:read_file', 'workspace:list_directory', 'workspace:get_*', 'workspace:ask_about'],
      ...['summarization:*', 'skills:*'],
    ],
  },
  {
    names: [
      ...['search', 'grep', 'glob', 'codebase', 'usages', 'searchresults', 'findtestfiles', 'filesearch'],
      'textsearch',
    ],
    patterns: [
      ...['workspace:find_files', 'workspace:search_text', 'workspace:list_directory'],
      'workspace:get_symbols',
    ],
  },
  {
    names: ['edit', 'multiedit', 'write', 'notebookedit', 'editfiles', 'createfile', 'create', 'new'],
    patterns: ['workspace:write_file', 'workspace:edit_file', 'workspace:delete_file', 'workspace:move_file'],
  },
  {
    names: [
      ...['execute', 'bash', 'bashoutput', 'killshell', 'shell', 'powershell', 'runcommands', 'runtasks'],
      'runinterminal',
    ],
    patterns: ['shell:*'],
  },
  { names: ['web', 'webfetch', 'websearch', 'web_fetch', 'web_search', 'fetch'], patterns: ['web:*'] },
  { names: ['todo', 'todowrite', 'taskcreate', 'taskupdate', 'todos'], patterns: ['dialogue:plan'] },
  { names: ['agent', 'task', 'custom-agent', 'runsubagent'], patterns: ['models:*'] },
  { names: ['ask', 'askuserquestion', 'askquestions'], patterns: ['dialogue:ask_person'] },
];
