import { asWritten, type CorpusCase, read, roll, search, write } from './corpus-case.ts';

/** What looks like a call and is none, and what is a call and looks like more. */
export const adversarial: readonly CorpusCase[] = [
  {
    about: 'an empty text value at the end',
    reply: '{"name":"write_file","arguments":{"path":"a.txt","content":""}}',
    calls: [write('a.txt', '')],
  },
  {
    about: 'an empty text value in single quotes at the end',
    reply: "{'name': 'write_file', 'arguments': {'path': 'a.txt', 'content': ''}}",
    calls: [write('a.txt', '')],
  },
  {
    about: 'empty text values in a list, before a bracket inside another',
    reply: '[TOOL_CALLS][{"name":"search","arguments":{"query":"","paths":["",""]}}]',
    calls: [search({ query: '', paths: ['', ''] })],
  },
  {
    about: 'a call inside a text value',
    reply: String.raw`{"name":"write_file","arguments":{"path":"a.json","content":"{\"calls\":[{\"name\":\"roll\",\"arguments\":{\"dice\":\"d6\"}}]}"}}`,
    calls: [write('a.json', '{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}')],
  },
  {
    about: 'brackets and quotation marks inside a text value',
    reply: String.raw`{"name":"search","arguments":{"query":"}]}\"'{[<tool_call>"}}`,
    calls: [search({ query: '}]}"\'{[<tool_call>' })],
  },
  {
    about: 'a fence inside a text value',
    reply: String.raw`{"name":"write_file","arguments":{"path":"a.md","content":"${'```'}js\nlet a = 1;\n${'```'}"}}`,
    calls: [write('a.md', '```js\nlet a = 1;\n```')],
  },
  {
    about: 'a fence inside a text value inside a fence',
    reply: `${'```'}json\n${String.raw`{"name":"write_file","arguments":{"path":"a.md","content":"${'```'}\nx\n${'```'}"}}`}\n${'```'}`,
    calls: [write('a.md', '```\nx\n```')],
  },
  {
    about: 'double escapes',
    reply: String.raw`{"name":"search","arguments":{"query":"\\n \\\" \\\\"}}`,
    calls: [search({ query: '\\n \\" \\\\' })],
  },
  {
    about: 'words of Python inside a text value',
    reply: "{'name': 'write_file', 'arguments': {'path': 'a.py', 'content': 'x = None if True else False'}}",
    calls: [write('a.py', 'x = None if True else False')],
  },
  {
    about: 'a trailing comma inside a text value',
    reply: '{"name":"search","arguments":{"query":"[1,] {a: 1,}",}}',
    calls: [search({ query: '[1,] {a: 1,}' })],
  },
  { about: 'inline code', reply: 'Write `{"name":"roll","arguments":{"dice":"d6"}}`', text: asWritten },
  {
    about: 'inline code with a tag',
    reply: 'Write `<tool_call>{"name":"roll","arguments":{"dice":"d6"}}</tool_call>`',
    text: asWritten,
  },
  {
    about: 'in quotation marks',
    reply: 'He wrote "{"name":"roll","arguments":{"dice":"d6"}}',
    text: asWritten,
  },
  { about: 'a quoted line', reply: '> {"name":"roll","arguments":{"dice":"d6"}}', text: asWritten },
  {
    about: 'a quoted tag',
    reply: '> <tool_call>{"name":"roll","arguments":{"dice":"d6"}}</tool_call>',
    text: asWritten,
  },
  {
    about: 'a sign that quotes nothing, since a call begins its line',
    reply: '{"name":"roll","arguments":{"dice":"d6"}} > then {"name":"roll","arguments":{"dice":"d8"}}',
    text: '{"name":"roll","arguments":{"dice":"d6"}} > then ',
    proposals: [roll('d6')],
    calls: [roll('d8')],
  },
  { about: 'a variable', reply: 'const call = {"name":"roll","arguments":{"dice":"d6"}}', text: asWritten },
  {
    about: 'an argument of a function',
    reply: 'send({"name":"roll","arguments":{"dice":"d6"}})',
    text: asWritten,
  },
  { about: 'an index', reply: 'table[roll(dice="d6")]', text: asWritten },
  { about: 'a list in code', reply: 'x = [roll(dice="d6")]', text: asWritten },
  {
    about: 'code in another language',
    reply: '```ts\n{"name":"roll","arguments":{"dice":"d6"}}\n```',
    text: asWritten,
  },
  { about: 'code that ends the reply', reply: 'So:\n```rust\n[roll(dice="d6")]\n```\n', text: asWritten },
  {
    about: 'code that is never closed',
    reply: '```bash\necho hi\n{"name":"roll","arguments":{"dice":"d6"}}',
    text: asWritten,
  },
  {
    about: 'JSON code with more than a call',
    reply: '```json\n{"version": 1}\n{"name":"roll","arguments":{"dice":"d6"}}\n```',
    text: asWritten,
  },
  {
    about: 'code after the call in one block',
    reply: '```python\n[roll(dice="d6")]\nprint(1)\n```',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'a block with nothing but the mark of an end',
    reply: '```\n</tool_call>\n```',
    text: asWritten,
  },
  {
    about: 'a block with more marks',
    reply: '````md\n```json\n{"name":"roll","arguments":{"dice":"d6"}}\n```\n````',
    text: asWritten,
  },
  {
    about: 'a call after a block of code',
    reply: '```ts\nlet a;\n```\n{"name":"roll","arguments":{"dice":"d6"}}',
    text: '```ts\nlet a;\n```\n',
    calls: [roll('d6')],
  },
  {
    about: 'announced as an example',
    reply: 'For example, you can write:\n```json\n{"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}\n```',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'announced as an example, bare',
    reply: 'A call would look like this: {"calls":[{"name":"roll","arguments":{"dice":"d6"}}]}',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'announced as what not to do',
    reply: 'Never send\n{"calls":[{"name":"write_file","arguments":{"path":"a","content":""}}]}',
    text: asWritten,
    proposals: [write('a', '')],
  },
  {
    about: 'a file named example is no announcement',
    reply: 'I\'ll read example.txt:\n{"calls":[{"name":"read_file","arguments":{"path":"example.txt"}}]}',
    text: "I'll read example.txt:\n",
    calls: [read('example.txt')],
  },
  {
    about: 'documentation',
    reply:
      '## Usage\n\nCall it so:\n\n```json\n{"name":"roll","arguments":{"dice":"d6"}}\n```\n\nIt answers with a number.',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'documentation with tags',
    reply:
      'Models write\n\n<tool_call>\n{"name":"roll","arguments":{"dice":"d6"}}\n</tool_call>\n\nand wait.',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'the definition of a tool',
    reply:
      '{"name":"read_file","description":"Reads a file.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}',
    text: asWritten,
  },
  {
    about: 'the definition of a tool without description',
    reply: '{"name":"read_file","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}',
    text: asWritten,
  },
  {
    about: 'the definition in the way of OpenAI',
    reply:
      '{"type":"function","function":{"name":"read_file","parameters":{"type":"object","properties":{}}}}',
    text: asWritten,
  },
  { about: 'data with the name of a tool', reply: '{"name":"search","size":3}', text: asWritten },
  {
    about: 'data with arguments of its own',
    reply: '{"name":"roll","arguments":{"dice":"d6"},"result":4}',
    text: asWritten,
  },
  {
    about: 'data of another type',
    reply: '{"type":"message","name":"roll","input":{"dice":"d6"}}',
    text: asWritten,
  },
  {
    about: 'a package file',
    reply: '```json\n{\n  "name": "search",\n  "version": "1.0.0"\n}\n```',
    text: asWritten,
  },
  {
    about: 'an unknown tool in bare JSON',
    reply: '{"name":"launch","arguments":{"code":1}}',
    text: asWritten,
  },
  {
    about: 'a call inside data',
    reply: '{"example": {"name":"roll","arguments":{"dice":"d6"}}}',
    text: asWritten,
  },
  {
    about: 'a call deep inside a list',
    reply: '[[{"name":"roll","arguments":{"dice":"d6"}}]]',
    text: asWritten,
  },
  {
    about: 'a list that mixes a call with data',
    reply: '[{"name":"roll","arguments":{"dice":"d6"}}, 7]',
    text: asWritten,
  },
  { about: 'many open brackets', reply: `${'{['.repeat(200)}`, text: asWritten },
  { about: 'many unfinished calls', reply: '{"name": '.repeat(50), text: asWritten },
  { about: 'half a tag at the end', reply: 'Wait <tool_ca', text: asWritten },
  { about: 'half a fence at the end', reply: 'Wait\n``', text: asWritten },
  { about: 'half a key at the end', reply: 'Wait {"cal', text: asWritten },
  { about: 'the tag in prose', reply: 'Put it between <tool_call> and </tool_call> tags.', text: asWritten },
  {
    about: 'a call in a comment of HTML',
    reply: '<!-- {"name":"roll","arguments":{"dice":"d6"}} -->',
    text: asWritten,
    proposals: [roll('d6')],
  },
  {
    about: 'toString is no tool',
    reply: '{"calls":[{"name":"toString","arguments":{}}]}',
    malformed: ['"toString"'],
  },
  {
    about: '__proto__ as a key',
    reply: '{"name":"roll","arguments":{"dice":"d6"},"__proto__":{}}',
    text: asWritten,
  },
  {
    about: 'the protocol recited',
    reply: 'I was told: {"calls": [{"name": "<tool>", "arguments": {}}]} and so on.',
    text: asWritten,
  },
  {
    about: 'the protocol recited at the end',
    reply: 'I was told: {"calls": [{"name": "<tool>", "arguments": {}}]}',
    text: 'I was told: ',
    malformed: ['"<tool>"'],
  },
  {
    about: 'Unicode everywhere',
    reply: '日本語 👩‍👩‍👧\n{"name":"search","arguments":{"query":"שלום 𝒳 é"}}',
    text: '日本語 👩‍👩‍👧\n',
    calls: [search({ query: 'שלום 𝒳 é' })],
  },
  {
    about: 'Windows line breaks',
    reply: 'Now:\r\n```json\r\n{"name":"roll","arguments":{"dice":"d6"}}\r\n```\r\n',
    text: 'Now:\r\n',
    calls: [roll('d6')],
  },
  {
    about: 'a malformed call followed by prose',
    reply: '{"calls":[{"name":"roll" oops}]}\nSorry.',
    text: asWritten,
  },
  {
    about: 'an unknown tool followed by prose',
    reply: '<tool_call>{"name":"rm","arguments":{}}</tool_call>\nSorry.',
    text: asWritten,
  },
  {
    about: 'a call inside data that is cut off',
    reply: '{\n  "steps": [\n    {"name":"roll","arguments":{"dice":"d6"}}\n',
    text: asWritten,
  },
  {
    about: 'a call after data',
    reply: '{"a": [1]}\n{"name":"roll","arguments":{"dice":"d6"}}',
    text: '{"a": [1]}\n',
    calls: [roll('d6')],
  },
  {
    about: 'a call after data in prose',
    reply: 'Given ["x", "y"] I roll: {"name":"roll","arguments":{"dice":"d6"}}',
    text: 'Given ["x", "y"] I roll: ',
    calls: [roll('d6')],
  },
  { about: 'the mark of an end after prose', reply: 'That is all.<|eot_id|>', text: 'That is all.' },
  {
    about: 'reasoning after a call in a block',
    reply: '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}<think>Hm',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'an answer after a call in a block',
    reply: '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n{"answer": "It is 7."}\n```',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'GLM: words after the tag are no call',
    reply: 'Put the name after <tool_call> roll and its keys in <arg_key> tags.',
    text: asWritten,
  },
  {
    about: 'GLM: a name alone that is no tool',
    reply: '<tool_call>whatever</tool_call>',
    text: asWritten,
  },
  {
    about: 'GLM: followed by prose',
    reply: '<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>\nThat is how.',
    text: asWritten,
    proposals: [roll('2d6')],
  },
  {
    about: 'GLM: in a block of code of another language',
    reply: '```html\n<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>\n```',
    text: asWritten,
  },
  {
    about: 'GLM: another call where the tags should be',
    reply: '<tool_call>roll {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    text: '<tool_call>roll ',
    calls: [roll('2d6')],
  },
  {
    about: 'Gemma: a block of code that calls a function',
    reply: '```tool_code\nroll(dice="2d6")\n```',
    text: asWritten,
  },
  {
    about: 'Gemma: a block of code that prints what a function returns',
    reply: '```tool_code\nprint(default_api.roll(dice="2d6"))\n```',
    text: asWritten,
  },
  {
    about: 'reasoning whose opening tag the template took',
    reply: 'I might roll.\n</think>\n\nNothing to roll.',
    text: asWritten,
  },
];
