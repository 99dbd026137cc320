import { asWritten, type CorpusCase, read, roll, search, weather, write } from './corpus-case.ts';

/** What models write beside the name and the arguments of a call. */
const beside = {
  id: '"1"',
  type: '"function"',
  index: '0',
  call_id: '"1"',
  tool_call_id: '"1"',
  status: '"completed"',
  thought: '"Dice."',
  thoughts: '"Dice."',
  thinking: '"Dice."',
  reasoning: '"Dice."',
  explanation: '"Dice."',
  comment: '"Dice."',
  plan: '"Dice."',
};

/** The contract's own JSON. */
export const ownJson: readonly CorpusCase[] = [
  ...Object.entries(beside).map(([key, value]) => ({
    about: `a call that begins with ${key}`,
    reply: `{"${key}":${value},"name":"roll","arguments":{"dice":"d6"}}`,
    calls: [roll('d6')],
  })),
  ...['tool', 'tool_name', 'function', 'function_name', 'recipient_name', 'action'].map(key => ({
    about: `a call with its name as ${key}`,
    reply: `{"${key}":"roll","arguments":{"dice":"d6"}}`,
    calls: [roll('d6')],
  })),
  ...['parameters', 'args', 'params', 'input', 'action_input'].map(key => ({
    about: `a call with its arguments as ${key}`,
    reply: `{"${key}":{"dice":"d6"},"name":"roll"}`,
    calls: [roll('d6')],
  })),
  ...['function', 'function_call', 'tool_call', 'call'].map(key => ({
    about: `a call inside ${key}`,
    reply: `{"${key}":{"name":"roll","arguments":{"dice":"d6"}}}`,
    calls: [roll('d6')],
  })),
  {
    about: 'one call',
    reply: '{"calls": [{"name": "files__read_file", "arguments": {"path": "a.txt"}}]}',
    calls: [read('a.txt')],
  },
  {
    about: 'two calls',
    reply:
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}},{"name":"roll","arguments":{"dice":"d6"}}]}',
    calls: [read('a'), roll('d6')],
  },
  {
    about: 'pretty-printed',
    reply:
      '{\n  "calls": [\n    {\n      "name": "files__read_file",\n      "arguments": {\n        "path": "src/main.ts"\n      }\n    }\n  ]\n}\n',
    calls: [read('src/main.ts')],
  },
  {
    about: 'full name',
    reply: '{"calls":[{"name":"files:read_file","arguments":{"path":"a"}}]}',
    calls: [read('a')],
  },
  {
    about: 'dotted name',
    reply: '{"calls":[{"name":"files.read_file","arguments":{"path":"a"}}]}',
    calls: [read('a')],
  },
  { about: 'alias', reply: '{"calls":[{"name":"cat","arguments":{"path":"a"}}]}', calls: [read('a')] },
  {
    about: 'the prefix functions.',
    reply: '{"calls":[{"name":"functions.read_file","arguments":{"path":"a"}}]}',
    calls: [read('a')],
  },
  {
    about: 'ambiguous bare name stays as written',
    reply: '{"calls":[{"name":"list","arguments":{"path":"."}}]}',
    calls: [['list', { path: '.' }]],
  },
  {
    about: 'no arguments in the list',
    reply: '{"calls":[{"name":"files__list"}]}',
    calls: [['files__list', {}]],
  },
  {
    about: 'null arguments',
    reply: '{"calls":[{"name":"files__list","arguments":null}]}',
    calls: [['files__list', {}]],
  },
  {
    about: 'arguments as JSON in a text',
    reply: String.raw`{"calls":[{"name":"read_file","arguments":"{\"path\":\"a b\"}"}]}`,
    calls: [read('a b')],
  },
  {
    about: 'empty text as arguments',
    reply: '{"calls":[{"name":"files__list","arguments":""}]}',
    calls: [['files__list', {}]],
  },
  {
    about: 'calls is one object',
    reply: '{"calls": {"name": "roll", "arguments": {"dice": "2d6"}}}',
    calls: [roll('2d6')],
  },
  {
    about: 'fenced',
    reply: '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```',
    calls: [roll('2d6')],
  },
  {
    about: 'fenced without a language',
    reply: '```\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```\n',
    calls: [roll('2d6')],
  },
  {
    about: 'fenced, never closed',
    reply: '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    calls: [roll('2d6')],
  },
  {
    about: 'fenced on one line',
    reply: '```json {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}```',
    calls: [roll('2d6')],
  },
  {
    about: 'tildes',
    reply: '~~~json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n~~~',
    calls: [roll('2d6')],
  },
  {
    about: 'after a sentence',
    reply: 'Let me read it first.\n\n{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}',
    text: 'Let me read it first.\n\n',
    calls: [read('a')],
  },
  {
    about: 'on the line of the sentence',
    reply: 'I\'ll read it: {"calls":[{"name":"read_file","arguments":{"path":"a"}}]}',
    text: "I'll read it: ",
    calls: [read('a')],
  },
  {
    about: 'fenced after a sentence',
    reply:
      'Reading the file now:\n```json\n{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}\n```\n\n',
    text: 'Reading the file now:\n',
    calls: [read('a')],
  },
  {
    about: 'several objects, one a line',
    reply:
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}\n{"calls":[{"name":"read_file","arguments":{"path":"b"}}]}',
    calls: [read('a'), read('b')],
  },
  {
    about: 'several objects with nothing between',
    reply:
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}{"calls":[{"name":"roll","arguments":{"dice":"d4"}}]}',
    calls: [read('a'), roll('d4')],
  },
  {
    about: 'several objects with commas',
    reply: '{"name":"read_file","arguments":{"path":"a"}},\n{"name":"read_file","arguments":{"path":"b"}}',
    calls: [read('a'), read('b')],
  },
  {
    about: 'two fences',
    reply:
      '```json\n{"name":"read_file","arguments":{"path":"a"}}\n```\n```json\n{"name":"roll","arguments":{"dice":"d8"}}\n```',
    calls: [read('a'), roll('d8')],
  },
  {
    about: 'two objects in one fence',
    reply:
      '```json\n{"name":"read_file","arguments":{"path":"a"}}\n{"name":"roll","arguments":{"dice":"d8"}}\n```',
    calls: [read('a'), roll('d8')],
  },
  {
    about: 'bare entry',
    reply: '{"name": "get_weather", "arguments": {"city": "Köln"}}',
    calls: [weather('Köln')],
  },
  {
    about: 'array of entries',
    reply: '[{"name":"get_weather","arguments":{"city":"Oslo"}},{"name":"roll","arguments":{"dice":"d20"}}]',
    calls: [weather('Oslo'), roll('d20')],
  },
  {
    about: 'spread array',
    reply: '[\n  {"name": "roll", "arguments": {"dice": "d20"}}\n]\n',
    calls: [roll('d20')],
  },
  {
    about: 'thought before the call',
    reply: '{"thought":"I need the file.","name":"read_file","arguments":{"path":"a"}}',
    calls: [read('a')],
  },
  {
    about: 'thought before the list',
    reply: '{"thought": "both", "calls": [{"name":"read_file","arguments":{"path":"a"}}]}',
    calls: [read('a')],
  },
  {
    about: 'answer beside calls',
    reply: '{"answer": "Let me look.", "calls": [{"name":"read_file","arguments":{"path":"a"}}]}',
    text: 'Let me look.',
    calls: [read('a')],
  },
  {
    about: 'calls beside an answer',
    reply: '{"calls": [{"name":"read_file","arguments":{"path":"a"}}], "answer": "Let me look."}',
    text: 'Let me look.',
    calls: [read('a')],
  },
  { about: 'empty calls beside an answer', reply: '{"calls": [], "answer": "Done."}', text: 'Done.' },
  {
    about: 'answer beside empty calls',
    reply: '{"answer": "Done.", "calls": []}',
    text: 'Done.',
    malformed: ['empty'],
  },
  { about: 'no calls at all', reply: '{"calls": []}', malformed: ['empty'] },
  {
    about: 'unknown tool',
    reply: '{"calls":[{"name":"delete_everything","arguments":{}}]}',
    malformed: ['unknown tool "delete_everything"'],
  },
  {
    about: 'one known, one unknown',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"d6"}},{"name":"nope","arguments":{}}]}',
    malformed: ['"nope"'],
  },
  {
    about: 'arguments are a list',
    reply: '{"calls":[{"name":"roll","arguments":["d6"]}]}',
    malformed: ['not an object'],
  },
  {
    about: 'entry without a name',
    reply: '{"calls":[{"arguments":{"dice":"d6"}}]}',
    malformed: ['has no name'],
  },
  { about: 'truncated in the name', reply: '{"calls":[{"name":"ro', malformed: ['is incomplete'] },
  {
    about: 'truncated in the arguments',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"2d',
    malformed: ['is incomplete'],
  },
  {
    about: 'truncated before the last bracket',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]',
    calls: [roll('2d6')],
  },
  {
    about: 'truncated after one call',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n{"calls":[{"name":"ro',
    calls: [roll('2d6')],
    malformed: ['is incomplete'],
  },
  {
    about: 'fenced and truncated',
    reply: 'So:\n```json\n{"calls":[{"name":"roll","argu',
    text: 'So:\n',
    malformed: ['is incomplete'],
  },
  {
    about: 'Python literals',
    reply: "{'calls': [{'name': 'search', 'arguments': {'query': 'x', 'exact': True, 'limit': None}}]}",
    calls: [search({ query: 'x', exact: true, limit: null })],
  },
  {
    about: 'single quotes with a quotation mark inside',
    reply: `{'name': 'search', 'arguments': {'query': 'say "hi"'}}`,
    calls: [search({ query: 'say "hi"' })],
  },
  {
    about: 'an apostrophe in double quotes',
    reply: `{"name": "search", "arguments": {"query": "it's"}}`,
    calls: [search({ query: "it's" })],
  },
  {
    about: 'names without quotes',
    reply: '{calls: [{name: "roll", arguments: {dice: "d6"}}]}',
    calls: [roll('d6')],
  },
  {
    about: 'trailing commas',
    reply: '{"calls": [{"name": "roll", "arguments": {"dice": "d6",},},],}',
    calls: [roll('d6')],
  },
  {
    about: 'a line break inside a text',
    reply: '{"name": "write_file", "arguments": {"path": "a", "content": "one\ntwo"}}',
    calls: [write('a', 'one\ntwo')],
  },
  {
    about: 'a quotation mark that is not escaped',
    reply: '{"name": "search", "arguments": {"query": "say "hi" now"}}',
    malformed: ['cannot be read'],
  },
  {
    about: 'a Windows path that is not escaped',
    reply: String.raw`{"name":"read_file","arguments":{"path":"C:\windows\system.ini"}}`,
    malformed: ['backslash'],
  },
  {
    about: 'an unescaped apostrophe',
    reply: "{'name': 'search', 'arguments': {'query': 'it's'}}",
    malformed: ['cannot be read'],
  },
  {
    about: 'a comment in it',
    reply: '{"calls": [{"name": "roll", // dice\n "arguments": {"dice": "d6"}}]}',
    calls: [roll('d6')],
  },
  {
    about: 'OpenAI parallel tool uses',
    reply: '{"tool_uses":[{"recipient_name":"functions.roll","parameters":{"dice":"d6"}}]}',
    calls: [roll('d6')],
  },
  {
    about: 'space before everything',
    reply: '\n\n   {"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}',
    calls: [roll('d6')],
  },
  {
    about: 'followed by prose',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}\nI rolled a 4!',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'fenced and followed by prose',
    reply:
      'You could send:\n```json\n{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}\n```\nand get a number.',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'prose between two calls',
    reply: '{"name":"read_file","arguments":{"path":"a"}}\nThen:\n{"name":"roll","arguments":{"dice":"d6"}}',
    text: '{"name":"read_file","arguments":{"path":"a"}}\nThen:\n',
    proposals: [read('a')],
    calls: [roll('d6')],
  },
  {
    about: 'results made up after the call',
    reply:
      '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}\n{"results":[{"name":"roll","result":"4"}]}',
    calls: [roll('d6')],
    isInvented: true,
  },
  {
    about: 'an answer made up after the call',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}\nIt is 4.',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'the end mark of a template',
    reply: '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}<|im_end|>',
    calls: [roll('d6')],
  },
];
