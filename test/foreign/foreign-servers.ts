import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { Installable } from '../npm-program.ts';

export interface ForeignServer extends Installable {
  readonly args?: readonly string[];
  /** Made up: with it the server starts, and what it stands for is refused. */
  readonly env?: Readonly<Record<string, string>>;
  /** A call that changes nothing. */
  readonly call: readonly [tool: string, args: JsonObject];
  /** What the answer says. Absent: it depends on what the machine reaches, and may be a refusal. */
  readonly answer?: RegExp;
}

/** Made by eleven authors with five SDKs, in three revisions of the protocol. */
export const foreignServers: readonly ForeignServer[] = [
  {
    ...{
      package: '@modelcontextprotocol/server-sequential-thinking',
      version: '2026.8.31',
      bin: 'mcp-server-sequential-thinking',
    },
    call: [
      'sequentialthinking',
      { thought: 'One.', nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 },
    ],
    answer: /"thoughtHistoryLength": 1/,
  },
  {
    // Its schemas leave out `type`, for which the official client refuses the whole list.
    ...{ package: '@modelcontextprotocol/server-filesystem', version: '0.5.1', bin: 'mcp-server-filesystem' },
    args: ['.'],
    call: ['list_allowed_directories', {}],
    answer: /Allowed directories:/,
  },
  {
    ...{ package: '@modelcontextprotocol/server-gitlab', version: '2025.4.25', bin: 'mcp-server-gitlab' },
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: 'made-up' },
    call: ['search_repositories', { search: 'converser' }],
  },
  {
    ...{ package: '@upstash/context7-mcp', version: '4.1.1', bin: 'context7-mcp' },
    call: ['resolve-library-id', { query: 'hooks', libraryName: 'react' }],
  },
  {
    ...{ package: '@playwright/mcp', version: '0.0.83', bin: 'playwright-mcp' },
    args: ['--headless'],
    call: ['browser_close', {}],
  },
  {
    ...{ package: '@cyanheads/git-mcp-server', version: '2.15.3', bin: 'git-mcp-server' },
    call: ['git_wrapup_instructions', { acknowledgement: 'Y' }],
    answer: /# Git Wrap-up/,
  },
  {
    ...{ package: '@wonderwhy-er/desktop-commander', version: '0.2.52', bin: 'desktop-commander' },
    call: ['list_sessions', {}],
    answer: /No active sessions/,
  },
  {
    ...{ package: 'mcp-server-code-runner', version: '0.1.8', bin: 'mcp-server-code-runner' },
    call: ['run-code', { languageId: 'javascript', code: 'console.log(6 * 7)' }],
    answer: /42/,
  },
  {
    ...{ package: '@antv/mcp-server-chart', version: '0.9.10', bin: 'mcp-server-chart' },
    // Read on the machine alone; a valid chart would be drawn elsewhere.
    call: ['generate_pie_chart', { data: [{ category: 'all', value: 1 }] }],
  },
  {
    ...{ package: 'firecrawl-mcp', version: '3.26.0', bin: 'firecrawl-mcp' },
    env: { FIRECRAWL_API_KEY: 'fc-made-up' },
    call: ['firecrawl_credit_usage', {}],
  },
  {
    ...{ package: '@notionhq/notion-mcp-server', version: '2.5.2', bin: 'notion-mcp-server' },
    env: { NOTION_TOKEN: 'made-up' },
    call: ['API-get-self', {}],
  },
  {
    ...{ package: '@brave/brave-search-mcp-server', version: '2.1.4', bin: 'brave-search-mcp-server' },
    env: { BRAVE_API_KEY: 'made-up' },
    call: ['brave_web_search', { query: 'converser' }],
  },
];
