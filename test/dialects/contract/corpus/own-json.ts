import {
  asWritten,
  brokenOf,
  type CorpusCase,
  callsOf,
  casesOf,
  read,
  roll,
  search,
  weather,
  write,
} from './corpus-case.ts';

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
    reply: `{"${key}":${value},"name":"roll","arguments":{"dice":"2d6"}}`,
    calls: [roll('2d6')],
  })),
  ...['tool', 'tool_name', 'function', 'function_name', 'recipient_name', 'action'].map(key => ({
    about: `a call with its name as ${key}`,
    reply: `{"${key}":"roll","arguments":{"dice":"2d6"}}`,
    calls: [roll('2d6')],
  })),
  ...['parameters', 'args', 'params', 'input', 'action_input'].map(key => ({
    about: `a call with its arguments as ${key}`,
    reply: `{"${key}":{"dice":"2d6"},"name":"roll"}`,
    calls: [roll('2d6')],
  })),
  ...['function', 'function_call', 'tool_call', 'call'].map(key => ({
    about: `a call inside ${key}`,
    reply: `{"${key}":{"name":"roll","arguments":{"dice":"2d6"}}}`,
    calls: [roll('2d6')],
  })),
  ...casesOf({ calls: [read('a')] })({
    'one call': '{"calls": [{"name": "files__read_file", "arguments": {"path": "a"}}]}',
    'full name': '{"calls":[{"name":"files:read_file","arguments":{"path":"a"}}]}',
    'dotted name': '{"calls":[{"name":"files.read_file","arguments":{"path":"a"}}]}',
    alias: '{"calls":[{"name":"cat","arguments":{"path":"a"}}]}',
    'the prefix functions.': '{"calls":[{"name":"functions.read_file","arguments":{"path":"a"}}]}',
    'after a sentence': 'Let me read it first.\n\n¦{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}',
    'on the line of the sentence':
      'I\'ll read it: ¦{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}',
    'fenced after a sentence':
      'Reading the file now:\n¦```json\n{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}\n```\n\n',
    'thought before the call': '{"thought":"I need the file.","name":"read_file","arguments":{"path":"a"}}',
    'thought before the list':
      '{"thought": "both", "calls": [{"name":"read_file","arguments":{"path":"a"}}]}',
  }),
  ...casesOf({ calls: [['files__list', {}]] })({
    'no arguments in the list': '{"calls":[{"name":"files__list"}]}',
    'null arguments': '{"calls":[{"name":"files__list","arguments":null}]}',
    'empty text as arguments': '{"calls":[{"name":"files__list","arguments":""}]}',
  }),
  ...casesOf({ calls: [roll('2d6')] })({
    'calls is one object': '{"calls": {"name": "roll", "arguments": {"dice": "2d6"}}}',
    fenced: '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```',
    'fenced without a language': '```\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```\n',
    'fenced, never closed': '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    'fenced on one line': '```json {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}```',
    tildes: '~~~json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n~~~',
    'truncated before the last bracket': '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]',
    'names without quotes': '{calls: [{name: "roll", arguments: {dice: "2d6"}}]}',
    'trailing commas': '{"calls": [{"name": "roll", "arguments": {"dice": "2d6",},},],}',
    'a comment in it': '{"calls": [{"name": "roll", // dice\n "arguments": {"dice": "2d6"}}]}',
    'OpenAI parallel tool uses':
      '{"tool_uses":[{"recipient_name":"functions.roll","parameters":{"dice":"2d6"}}]}',
    'space before everything': '\n\n   {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    'the end mark of a template': '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}<|im_end|>',
  }),
  ...casesOf({ calls: [read('a'), read('b')] })({
    'several objects, one a line':
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}\n{"calls":[{"name":"read_file","arguments":{"path":"b"}}]}',
    'several objects with commas':
      '{"name":"read_file","arguments":{"path":"a"}},\n{"name":"read_file","arguments":{"path":"b"}}',
  }),
  ...casesOf({ calls: [read('a'), roll('d8')] })({
    'two fences':
      '```json\n{"name":"read_file","arguments":{"path":"a"}}\n```\n```json\n{"name":"roll","arguments":{"dice":"d8"}}\n```',
    'two objects in one fence':
      '```json\n{"name":"read_file","arguments":{"path":"a"}}\n{"name":"roll","arguments":{"dice":"d8"}}\n```',
  }),
  ...casesOf({ text: 'Let me look.', calls: [read('a')] })({
    'answer beside calls':
      '{"answer": "Let me look.", "calls": [{"name":"read_file","arguments":{"path":"a"}}]}',
    'calls beside an answer':
      '{"calls": [{"name":"read_file","arguments":{"path":"a"}}], "answer": "Let me look."}',
  }),
  ...casesOf({ malformed: ['it is incomplete'] })({
    'truncated in the name': '{"calls":[{"name":"ro',
    'truncated in the arguments': '{"calls":[{"name":"roll","arguments":{"dice":"2d',
    'fenced and truncated': 'So:\n¦```json\n{"calls":[{"name":"roll","argu',
  }),
  ...casesOf({ malformed: ['cannot be read'] })({
    'a quotation mark that is not escaped': '{"name": "search", "arguments": {"query": "say "hi" now"}}',
    'an unescaped apostrophe': "{'name': 'search', 'arguments': {'query': 'it's'}}",
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6')] })({
    'followed by prose': '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\nI rolled a 4!',
    'fenced and followed by prose':
      'You could send:\n```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```\nand get a number.',
    'an answer made up after the call': '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\nIt is 4.',
  }),
  ...callsOf({
    'two calls': [
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}},{"name":"roll","arguments":{"dice":"2d6"}}]}',
      read('a'),
      roll('2d6'),
    ],
    'pretty-printed': [
      '{\n  "calls": [\n    {\n      "name": "files__read_file",\n      "arguments": {\n        "path": "src/main.ts"\n      }\n    }\n  ]\n}\n',
      read('src/main.ts'),
    ],
    'ambiguous bare name stays as written': [
      '{"calls":[{"name":"list","arguments":{"path":"."}}]}',
      ['list', { path: '.' }],
    ],
    'arguments as JSON in a text': [
      String.raw`{"calls":[{"name":"read_file","arguments":"{\"path\":\"a b\"}"}]}`,
      read('a b'),
    ],
    'several objects with nothing between': [
      '{"calls":[{"name":"read_file","arguments":{"path":"a"}}]}{"calls":[{"name":"roll","arguments":{"dice":"d4"}}]}',
      read('a'),
      roll('d4'),
    ],
    'bare entry': ['{"name": "get_weather", "arguments": {"city": "Köln"}}', weather('Köln')],
    'array of entries': [
      '[{"name":"get_weather","arguments":{"city":"Oslo"}},{"name":"roll","arguments":{"dice":"d20"}}]',
      weather('Oslo'),
      roll('d20'),
    ],
    'spread array': ['[\n  {"name": "roll", "arguments": {"dice": "d20"}}\n]\n', roll('d20')],
    'Python literals': [
      "{'calls': [{'name': 'search', 'arguments': {'query': 'x', 'exact': True, 'limit': None}}]}",
      search({ query: 'x', exact: true, limit: null }),
    ],
    'single quotes with a quotation mark inside': [
      `{'name': 'search', 'arguments': {'query': 'say "hi"'}}`,
      search({ query: 'say "hi"' }),
    ],
    'an apostrophe in double quotes': [
      `{"name": "search", "arguments": {"query": "it's"}}`,
      search({ query: "it's" }),
    ],
    'a line break inside a text': [
      '{"name": "write_file", "arguments": {"path": "a", "content": "one\ntwo"}}',
      write('a', 'one\ntwo'),
    ],
  }),
  ...brokenOf({
    'no calls at all': ['{"calls": []}', 'empty'],
    'unknown tool': ['{"calls":[{"name":"gone","arguments":{}}]}', 'unknown tool "gone"'],
    'one known, one unknown': [
      '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}},{"name":"nope","arguments":{}}]}',
      '"nope"',
    ],
    'arguments are a list': ['{"calls":[{"name":"roll","arguments":["2d6"]}]}', 'not an object'],
    'entry without a name': ['{"calls":[{"arguments":{"dice":"2d6"}}]}', 'has no name'],
    'a Windows path that is not escaped': [
      String.raw`{"name":"read_file","arguments":{"path":"C:\windows\system.ini"}}`,
      'backslash',
    ],
  }),
  { about: 'empty calls beside an answer', reply: '{"calls": [], "answer": "Done."}', text: 'Done.' },
  ...casesOf({ text: 'Done.', malformed: ['empty'] })({
    'answer beside empty calls': '{"answer": "Done.", "calls": []}',
  }),
  ...casesOf({ calls: [roll('2d6')], malformed: ['it is incomplete'] })({
    'truncated after one call':
      '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n{"calls":[{"name":"ro',
  }),
  ...casesOf({
    text: '{"name":"read_file","arguments":{"path":"a"}}\nThen:\n',
    proposals: [read('a')],
    calls: [roll('2d6')],
  })({
    'prose between two calls':
      '{"name":"read_file","arguments":{"path":"a"}}\nThen:\n{"name":"roll","arguments":{"dice":"2d6"}}',
  }),
  ...casesOf({ calls: [roll('2d6')], isInvented: true })({
    'results made up after the call':
      '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n{"results":[{"name":"roll","result":"4"}]}',
  }),
];
