import { asWritten, type CorpusCase, callsOf, casesOf, roll, textsOf } from './corpus-case.ts';

/** Final answers, and prose that is nothing else. */
export const answers: readonly CorpusCase[] = [
  ...casesOf({ text: asWritten })({
    'plain prose': 'The file has 12 lines.',
    'an answer in the middle of prose': 'I send {"answer": "Yes."} to you.',
    'a fenced answer after prose is an example': 'The format:\n```json\n{"answer": "Yes."}\n```',
    'JSON data as the answer': '{"version": "1.0", "name": "demo"}',
    'JSON data with a name': '{"name": "Ada", "age": 36}',
    'a list as JSON': '[1, 2, 3]',
    'a list of people': '[{"name": "Ada"}, {"name": "Bob"}]',
    'an empty object': '{}',
    'a smiley and brackets': 'Well :-{ [sic] <b>bold</b> {x}',
    'a link': 'See [the docs](https://example.com/a_(b)).',
    'a check list': '- [ ] one\n- [x] two',
    'a list in the text': '1. `a`\n2. `b`\n',
    'open brackets at the end': 'and so on {[<',
    comparison: 'if a <t and b > c',
    'data of the type final': '{"type": "final", "content": "x", "size": 3}',
  }),
  ...casesOf({})({
    'an empty reply': '',
    'an empty answer': '{"answer": ""}',
  }),
  ...casesOf({ text: 'It has 12 lines.' })({
    'an answer': '{"answer": "It has 12 lines."}',
    'an answer truncated after its text': '{"answer": "It has 12 lines."',
  }),
  ...casesOf({ text: 'Hello.' })({
    'a fenced answer': '```json\n{"answer": "Hello."}\n```',
    'an answer as content of the type final, in a block, with a thought':
      '```json\n{"type": "final", "thought": "I know it.", "content": "Hello."}\n```',
  }),
  ...casesOf({ text: 'Yes.' })({
    'an answer with another key': '{"answer": "Yes.", "confidence": 0.9}',
    'an answer after a thought': '{"thought": "easy", "answer": "Yes."}',
    'a final_answer': '{"final_answer": "Yes."}',
  }),
  ...callsOf({
    'a call of the type invocation': [
      '{"type": "invocation", "name": "roll", "arguments": {"dice": "2d6"}}',
      roll('2d6'),
    ],
  }),
  ...textsOf({
    'an answer with escapes': [
      String.raw`{"answer": "one\ntwo\t\"three\" \\ \/ \u00e9"}`,
      'one\ntwo\t"three" \\ / é',
    ],
    'an answer with a surrogate pair in escapes': [String.raw`{"answer": "\ud83d\ude00!"}`, '😀!'],
    'an answer with a surrogate pair as it is': ['{"answer": "👩‍👩‍👧 𝒳"}', '👩‍👩‍👧 𝒳'],
    'an answer with line breaks as they are': ['{"answer": "one\ntwo"}', 'one\ntwo'],
    'an answer with quotation marks that are not escaped': [
      '{"answer": "She said "hi" to me"}',
      'She said "hi" to me',
    ],
    'an answer with a backslash that escapes nothing': [String.raw`{"answer": "C:\Windows"}`, 'C:\\Windows'],
    'an answer in single quotes': [`{'answer': 'Say "hi"'}`, 'Say "hi"'],
    'a truncated answer': ['{"answer": "It has 12 li', 'It has 12 li'],
    'an answer truncated in an escape': ['{"answer": "x\\', 'x'],
    'an answer that is a number': ['{"answer": 42}', '42'],
    'an answer that is an object': ['{"answer": {"lines": 12}}', '{"lines":12}'],
    'an answer after a sentence': ['Here is my answer:\n{"answer": "Yes."}', 'Here is my answer:\nYes.'],
    'prose after an answer': ['{"answer": "Yes."} Anything else?', 'Yes. Anything else?'],
    'an answer that holds a call': [
      String.raw`{"answer": "Write {\"calls\":[{\"name\":\"roll\",\"arguments\":{\"dice\":\"2d6\"}}]}"}`,
      'Write {"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
    ],
    'an answer that ends with a tagged call': [
      String.raw`{"answer": "<tool_call>{\"name\":\"roll\",\"arguments\":{}}</tool_call>"}`,
      '<tool_call>{"name":"roll","arguments":{}}</tool_call>',
    ],
    'an answer as content of the type final': [
      '{"type": "final", "content": "It has **12** lines.\\nNo more."}',
      'It has **12** lines.\nNo more.',
    ],
    'an answer of the type final_answer': ['{"type": "final_answer", "text": "Done."}', 'Done.'],
  }),
  ...casesOf({ text: 'I roll.', calls: [roll('2d6')] })({
    'an answer with calls directly after it':
      '{"answer":"I roll.","calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
  }),
  ...casesOf({ text: 'Rolling.\n', calls: [roll('2d6')] })({
    'an answer and then a call':
      '{"answer": "Rolling."}\n{"calls":[{"name":"roll","arguments":{"dice":"2d6"}}]}',
  }),
  ...casesOf({ text: 'No.', reasoning: '\nHm, {"name":"roll","arguments":{"dice":"2d6"}}\n' })({
    'reasoning and prose': '<think>\nHm, {"name":"roll","arguments":{"dice":"2d6"}}\n</think>\n\nNo.',
  }),
  ...casesOf({ reasoning: 'I should call {"name":"roll","arguments":{"dice":"2d6"}}' })({
    'reasoning that never ends': '<think>I should call {"name":"roll","arguments":{"dice":"2d6"}}',
  }),
  ...casesOf({ text: 'x', reasoning: 'a < b </b>' })({
    'reasoning with other tags': '<thinking>a < b </b></thinking>{"answer":"x"}',
  }),
  ...casesOf({ calls: [roll('2d6')], reasoning: 'ok' })({
    'reasoning and a call':
      '<think>ok</think><tool_call>{"name":"roll","arguments":{"dice":"2d6"}}</tool_call>',
  }),
];
