import {
  asWritten,
  brokenOf,
  type CorpusCase,
  callsOf,
  casesOf,
  read,
  roll,
  search,
  write,
} from './corpus-case.ts';

/** What looks like a call and is none, and what is a call and looks like more. */
export const adversarial: readonly CorpusCase[] = [
  ...casesOf({ calls: [write('a.txt', '')] })({
    'an empty text value at the end': '{"name":"write_file","arguments":{"path":"a.txt","content":""}}',
    'an empty text value in single quotes at the end':
      "{'name': 'write_file', 'arguments': {'path': 'a.txt', 'content': ''}}",
  }),
  ...casesOf({ text: asWritten })({
    'inline code': 'Write `{"name":"roll","arguments":{"dice":"2d6"}}`',
    'inline code with a tag': 'Write `<tool_call>{"name":"roll","arguments":{"dice":"2d6"}}</tool_call>`',
    'in quotation marks': 'He wrote "{"name":"roll","arguments":{"dice":"2d6"}}',
    'a quoted line': '> {"name":"roll","arguments":{"dice":"2d6"}}',
    'a quoted tag': '> <tool_call>{"name":"roll","arguments":{"dice":"2d6"}}</tool_call>',
    'a variable': 'const call = {"name":"roll","arguments":{"dice":"2d6"}}',
    'an argument of a function': 'send({"name":"roll","arguments":{"dice":"2d6"}})',
    'an index': 'table[roll(dice="2d6")]',
    'a list in code': 'x = [roll(dice="2d6")]',
    'code in another language': '```ts\n{"name":"roll","arguments":{"dice":"2d6"}}\n```',
    'code that ends the reply': 'So:\n```rust\n[roll(dice="2d6")]\n```\n',
    'code that is never closed': '```bash\necho hi\n{"name":"roll","arguments":{"dice":"2d6"}}',
    'JSON code with more than a call':
      '```json\n{"version": 1}\n{"name":"roll","arguments":{"dice":"2d6"}}\n```',
    'a block with nothing but the mark of an end': '```\n</tool_call>\n```',
    'a block with more marks': '````md\n```json\n{"name":"roll","arguments":{"dice":"2d6"}}\n```\n````',
    'the definition of a tool':
      '{"name":"read_file","description":"Reads a file.","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}',
    'the definition of a tool without description':
      '{"name":"read_file","parameters":{"type":"object","properties":{"path":{"type":"string"}}}}',
    'the definition in the way of OpenAI':
      '{"type":"function","function":{"name":"read_file","parameters":{"type":"object","properties":{}}}}',
    'data with the name of a tool': '{"name":"search","size":3}',
    'data with arguments of its own': '{"name":"roll","arguments":{"dice":"2d6"},"result":4}',
    'data of another type': '{"type":"message","name":"roll","input":{"dice":"2d6"}}',
    'a package file': '```json\n{\n  "name": "search",\n  "version": "1.0.0"\n}\n```',
    'an unknown tool in bare JSON': '{"name":"launch","arguments":{"code":1}}',
    'a call inside data': '{"example": {"name":"roll","arguments":{"dice":"2d6"}}}',
    'a call deep inside a list': '[[{"name":"roll","arguments":{"dice":"2d6"}}]]',
    'a list that mixes a call with data': '[{"name":"roll","arguments":{"dice":"2d6"}}, 7]',
    'many open brackets': `${'{['.repeat(200)}`,
    'many unfinished calls': '{"name": '.repeat(50),
    'half a tag at the end': 'Wait <tool_ca',
    'half a fence at the end': 'Wait\n``',
    'half a key at the end': 'Wait {"cal',
    'the tag in prose': 'Put it between <tool_call> and </tool_call> tags.',
    '__proto__ as a key': '{"name":"roll","arguments":{"dice":"2d6"},"__proto__":{}}',
    'the protocol recited': 'I was told: {"calls": [{"name": "<tool>", "arguments": {}}]} and so on.',
    'a malformed call followed by prose': '{"calls":[{"name":"roll" oops}]}\nSorry.',
    'an unknown tool followed by prose': '<tool_call>{"name":"rm","arguments":{}}</tool_call>\nSorry.',
    'a call inside data that is cut off': '{\n  "steps": [\n    {"name":"roll","arguments":{"dice":"2d6"}}\n',
    'GLM: words after the tag are no call':
      'Put the name after <tool_call> roll and its keys in <arg_key> tags.',
    'GLM: a name alone that is no tool': '<tool_call>whatever</tool_call>',
    'GLM: in a block of code of another language':
      '```html\n<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>\n```',
    'Gemma: code that does more than call a tool':
      '```tool_code\nfor face in range(6):\n    roll(dice="2d6")\n```',
    'Gemma: code that calls something else': '```tool_code\nprint(len("2d6"))\n```',
    'Gemma: code of another language': '```python\nroll(dice="2d6")\n```',
    'Apertus: the mark in prose': 'The list stands after <|tools_prefix|> and before <|tools_suffix|>.',
    'Solar Open: the marks in prose': 'After <|tool_call:begin|> comes its id.',
    'a wrapper in a wrapper in a wrapper': '<tool_call>'.repeat(4),
    'reasoning whose opening tag the template took': 'I might roll.\n</think>\n\nNothing to roll.',
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6')] })({
    'Gemma: announced as an example': 'For example:\n```tool_code\nroll(dice="2d6")\n```',
    'a template, and what it is of':
      'The template for rolling dice is as follows:\n{"name": "roll", "arguments": {"dice": "2d6"}}',
    'a template to use':
      'You can use this template:\n\n<tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</tool_call>',
    'a template to follow, in a block':
      'Use the following template to call it:\n```json\n{"name": "roll", "arguments": {"dice": "2d6"}}\n```',
    'a skeleton': 'Here is a skeleton of it:\n{"name": "roll", "arguments": {"dice": "2d6"}}',
    'LongCat: followed by prose':
      '<longcat_tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</longcat_tool_call>\nThat is how.',
    'code after the call in one block': '```python\n[roll(dice="2d6")]\nprint(1)\n```',
    'announced as an example':
      'For example, you can write:\n```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n```',
    'announced as an example, bare':
      'A call would look like this: {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    documentation:
      '## Usage\n\nCall it so:\n\n```json\n{"name":"roll","arguments":{"dice":"2d6"}}\n```\n\nIt answers with a number.',
    'documentation with tags':
      'Models write\n\n<tool_call>\n{"name":"roll","arguments":{"dice":"2d6"}}\n</tool_call>\n\nand wait.',
    'a call in a comment of HTML': '<!-- {"name":"roll","arguments":{"dice":"2d6"}} -->',
    'reasoning after a call in a block':
      '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}<think>Hm',
    'an answer after a call in a block':
      '```json\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}\n{"answer": "It is 7."}\n```',
    'GLM: followed by prose':
      '<tool_call>roll\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>\nThat is how.',
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6'), read('a')] })({
    'a list of calls with words before them':
      'Tools here:\n\n* roll: {"name": "roll", "arguments": {"dice": "2d6"}}\n* read_file: {"name": "read_file", "arguments": {"path": "a"}}',
    'a list of tags with words before them':
      'These are available:\n\n- Rolling dice: <tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_call>\n- Reading: <tool_call>{"name": "read_file", "arguments": {"path": "a"}}</tool_call>',
    'a numbered list with calls below its items':
      '1) **Roll**:\n   {"name": "roll", "arguments": {"dice": "2d6"}}\n2) **Read**:\n   {"name": "read_file", "arguments": {"path": "a"}}',
    'a list with blocks of code below its items':
      '- Dice:\n  ```json\n  {"name": "roll", "arguments": {"dice": "2d6"}}\n  ```\n- A file:\n  ```json\n  {"name": "read_file", "arguments": {"path": "a"}}\n  ```',
    'two options':
      '**Option 1**\n\n{"name": "roll", "arguments": {"dice": "2d6"}}\n\n**Option 2**\n\n{"name": "read_file", "arguments": {"path": "a"}}',
  }),
  ...Object.entries({
    tag: '<path>',
    braces: '{{ file }}',
    brackets: '[file name]',
    word: 'YOUR_FILE',
    dots: '…',
  }).map(
    ([what, path]): CorpusCase => ({
      about: `a template with a placeholder: ${what}`,
      reply: `<tool_call>{"name": "read_file", "arguments": {"path": "${path}"}}</tool_call>`,
      text: asWritten,
      proposals: [read(path)],
    }),
  ),
  ...casesOf({ calls: [roll('2d6')] })({
    'after a list of what is done':
      'I do two things:\n\n1. Read a.\n2. Roll.\n\n¦{"name": "roll", "arguments": {"dice": "2d6"}}',
    'in an item that says what is done now': '1. I roll: ¦{"name": "roll", "arguments": {"dice": "2d6"}}',
    'a call after a block of code': '```ts\nlet a;\n```\n¦{"name":"roll","arguments":{"dice":"2d6"}}',
    'Windows line breaks': 'Now:\r\n¦```json\r\n{"name":"roll","arguments":{"dice":"2d6"}}\r\n```\r\n',
    'a call after data': '{"a": [1]}\n¦{"name":"roll","arguments":{"dice":"2d6"}}',
    'a call after data in prose': 'Given ["x", "y"] I roll: ¦{"name":"roll","arguments":{"dice":"2d6"}}',
    'GLM: another call where the tags should be':
      '<tool_call>roll ¦{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
  }),
  ...callsOf({
    'empty text values in a list, before a bracket inside another': [
      '[TOOL_CALLS][{"name":"search","arguments":{"query":"","paths":["",""]}}]',
      search({ query: '', paths: ['', ''] }),
    ],
    'a call inside a text value': [
      String.raw`{"name":"write_file","arguments":{"path":"a.json","content":"{\"calls\":[{\"name\":\"roll\",\"arguments\":{\"dice\":\"2d6\"}}]}"}}`,
      write('a.json', '{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}'),
    ],
    'brackets and quotation marks inside a text value': [
      String.raw`{"name":"search","arguments":{"query":"}]}\"'{[<tool_call>"}}`,
      search({ query: '}]}"\'{[<tool_call>' }),
    ],
    'a fence inside a text value': [
      String.raw`{"name":"write_file","arguments":{"path":"a.md","content":"${'```'}js\nlet a = 1;\n${'```'}"}}`,
      write('a.md', '```js\nlet a = 1;\n```'),
    ],
    'a fence inside a text value inside a fence': [
      `${'```'}json\n${String.raw`{"name":"write_file","arguments":{"path":"a.md","content":"${'```'}\nx\n${'```'}"}}`}\n${'```'}`,
      write('a.md', '```\nx\n```'),
    ],
    'double escapes': [
      String.raw`{"name":"search","arguments":{"query":"\\n \\\" \\\\"}}`,
      search({ query: '\\n \\" \\\\' }),
    ],
    'words of Python inside a text value': [
      "{'name': 'write_file', 'arguments': {'path': 'a.py', 'content': 'x = None if True else False'}}",
      write('a.py', 'x = None if True else False'),
    ],
    'a trailing comma inside a text value': [
      '{"name":"search","arguments":{"query":"[1,] {a: 1,}",}}',
      search({ query: '[1,] {a: 1,}' }),
    ],
    'a file named example is no announcement': [
      'I\'ll read example.txt:\n¦{"calls":[{"name":"read_file","arguments":{"path":"example.txt"}}]}',
      read('example.txt'),
    ],
    'Unicode everywhere': [
      '日本語 👩‍👩‍👧\n¦{"name":"search","arguments":{"query":"שלום 𝒳 é"}}',
      search({ query: 'שלום 𝒳 é' }),
    ],
  }),
  ...brokenOf({
    'toString is no tool': ['{"calls":[{"name":"toString","arguments":{}}]}', '"toString"'],
    'the protocol recited at the end': [
      'I was told: ¦{"calls": [{"name": "<tool>", "arguments": {}}]}',
      '"<tool>"',
    ],
  }),
  { about: 'the mark of an end after prose', reply: 'That is all.<|eot_id|>', text: 'That is all.' },
  ...casesOf({
    text: '{"name":"roll","arguments":{"dice":"2d6"}} > then ',
    proposals: [roll('2d6')],
    calls: [roll('d8')],
  })({
    'a sign that quotes nothing, since a call begins its line':
      '{"name":"roll","arguments":{"dice":"2d6"}} > then {"name":"roll","arguments":{"dice":"d8"}}',
  }),
  ...casesOf({ text: asWritten, proposals: [write('a', '')] })({
    'announced as what not to do':
      'Never send\n{"calls":[{"name":"write_file","arguments":{"path":"a","content":""}}]}',
  }),
];
