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

/**
 * Shapes of further families, as their templates and the tests of vLLM, SGLang and llama.cpp document them. What comes
 * between a call and the end of the reply closes the call, whatever it is called.
 */
export const families: readonly CorpusCase[] = [
  ...casesOf({ calls: [roll('2d6')] })({
    'Phi-4-mini': '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|/tool_call|>',
    'Phi-4-mini: indented by tabs':
      '<|tool_call|>\t[\n\t{\t"name"\t:\t"roll",\n\t\t"arguments":\t{"dice":\t"2d6"\t}\n\t}\n]\t<|/tool_call|>\t',
    'Command R7B':
      '<|START_ACTION|>[\n    {"tool_call_id": "0", "tool_name": "roll", "parameters": {"dice": "2d6"}}\n]<|END_ACTION|>',
    'Command R7B: one object after a sentence':
      'I roll.¦<|START_ACTION|>{"tool_name": "roll", "parameters": {"dice": "2d6"}}<|END_ACTION|>',
    'InternLM: with the end of the message':
      '<|action_start|> <|plugin|>\n{"name": "roll", "parameters": {"dice": "2d6"}}\n<|action_end|><|im_end|>',
    'Seed-OSS: without the opener':
      '<function=roll>\n<parameter=dice>2d6</parameter>\n</function>\n</seed:tool_call>',
    'Qwen2.5 coder: JSON in the tag of the definitions':
      '<tools>\n¦{"name": "roll", "arguments": {"dice": "2d6"}}\n</tools>',
    Nemotron: '<TOOLCALL>[{"name": "roll", "arguments": {"dice": "2d6"}}]</TOOLCALL>',
    LFM2: `<|tool_call_start|>[roll(dice='2d6')]<|tool_call_end|>`,
    'LFM2: JSON': '<|tool_call_start|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|tool_call_end|>',
    'Llama 4': '<|python_start|>[roll(dice="2d6")]<|python_end|>',
    'an unknown mark that closes a call': '{"name": "roll", "arguments": {"dice": "2d6"}}</my_tool_call>',
    'a closing bracket of Mistral':
      '[TOOL_CALLS][{"name": "roll", "arguments": {"dice": "2d6"}}][/TOOL_CALLS]',
    'Kimi K2':
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.roll:0<|tool_call_argument_begin|>{"dice": "2d6"}<|tool_call_end|><|tool_calls_section_end|>',
    'DeepSeek V3':
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜><｜end▁of▁sentence｜>',
    'DeepSeek V3.1':
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'DeepSeek V3.2: JSON instead of parameters, after a sentence':
      'I roll.\n\n¦<｜DSML｜function_calls>\n<｜DSML｜invoke name="roll">{"dice": "2d6"}</｜DSML｜invoke>\n</｜DSML｜function_calls>',
    'Gemma 4': '<|tool_call>call:roll{dice:<|"|>2d6<|"|>}<tool_call|>',
    FunctionGemma: '<start_function_call>call:roll{dice:<escape>2d6<escape>}<end_function_call>',
    'gpt-oss': '<|channel|>commentary to=functions.roll <|constrain|>json<|message|>{"dice": "2d6"}<|call|>',
  }),
  ...casesOf({ calls: [roll('2d6')] })({
    'Command R':
      'Action: ¦```json\n[\n    {\n        "tool_name": "roll",\n        "parameters": {\n            "dice": "2d6"\n        }\n    }\n]\n```',
    'Command R: after its plan, without a space':
      'I will roll.\nAction:¦```json\n[{"tool_name": "roll", "parameters": {"dice": "2d6"}}]\n```',
    Gemma: '```tool_code\nroll(dice="2d6")\n```',
    'Gemma: it prints what a function returns': '```tool_code\nprint(default_api.roll(dice="2d6"))\n```',
    'Gemma: it keeps what a function returns, after a sentence':
      'I roll.\n\n¦```tool_code\n# Two dice.\nresult = roll(\n    dice="2d6",\n)\n```',
    Apertus: '<|tools_prefix|>[{"roll": {"dice": "2d6"}}]<|tools_suffix|>',
    'Step 3':
      '<｜tool_calls_begin｜>\n<｜tool_call_begin｜>function<｜tool_sep｜><steptml:invoke name="roll">\n<steptml:parameter name="dice">2d6</steptml:parameter>\n</steptml:invoke><｜tool_call_end｜>\n<｜tool_calls_end｜>',
    'Step 3: without the kind':
      '<｜tool_calls_begin｜><｜tool_call_begin｜><steptml:invoke name="roll"><steptml:parameter name="dice">2d6</steptml:parameter></steptml:invoke><｜tool_call_end｜><｜tool_calls_end｜>',
    LongCat: '<longcat_tool_call>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</longcat_tool_call>',
    'LongCat: keys and values in tags':
      '<longcat_tool_call>roll\n<longcat_arg_key>dice</longcat_arg_key>\n<longcat_arg_value>2d6</longcat_arg_value>\n</longcat_tool_call>',
    Gemini: '{"functionCall": {"name": "roll", "args": {"dice": "2d6"}}, "thoughtSignature": "x"}',
    'Gemini: a list in a block':
      '```json\n[{"functionCall": {"name": "roll", "args": {"dice": "2d6"}}}]\n```',
    'Bedrock: toolUse': '{"toolUse": {"toolUseId": "t", "name": "roll", "input": {"dice": "2d6"}}}',
    'dots.llm':
      '<dots_function_call><invoke name="roll"><parameter name="dice">2d6</parameter></invoke></dots_function_call>',
    'dots.llm: JSON':
      '<dots_function_call>{"name": "roll", "arguments": {"dice": "2d6"}}</dots_function_call>',
    'Solar Open':
      'I roll.¦<|tool_calls|><|tool_call:begin|>0<|tool_call:name|>roll<|tool_call:args|>{"dice": "2d6"}<|tool_call:end|><|calls|>',
    'GigaChat 3':
      'I roll.¦<|message_sep|>\n\nfunction call<|role_sep|>\n{"name": "roll", "arguments": {"dice": "2d6"}}</s>',
    'GigaChat 3.1': '<|function_call|>{"name": "roll", "arguments": {"dice": "2d6"}}',
    'Hunyuan 3':
      '<tool_calls>\n<tool_call>roll<tool_sep>\n<arg_key>dice</arg_key>\n<arg_value>2d6</arg_value>\n</tool_call>\n</tool_calls>',
    'Hunyuan 3: with the word of its weights':
      '<tool_calls:opensource>\n<tool_call:opensource>roll<tool_sep:opensource>\n<arg_key:opensource>dice</arg_key:opensource>\n<arg_value:opensource>2d6</arg_value:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>',
    'K2 Horizon':
      '<ifm|tool_calls><ifm|tool_call>roll<ifm|arg_key>dice</ifm|arg_key><ifm|arg_value>2d6</ifm|arg_value></ifm|tool_call></ifm|tool_calls>',
    'MiniCPM 5': '<function name="roll"><param name="dice">2d6</param></function>',
    'PLaMo 3':
      '<|plamo:begin_tool_requests:plamo|><|plamo:begin_tool_request:plamo|><|plamo:begin_tool_name:plamo|>roll<|plamo:end_tool_name:plamo|><|plamo:begin_tool_arguments:plamo|><|plamo:msg|>{"dice": "2d6"}<|plamo:end_tool_arguments:plamo|><|plamo:end_tool_request:plamo|><|plamo:end_tool_requests:plamo|>',
    'xLAM: right after its reasoning': 'I roll.</think>¦[{"name": "roll", "arguments": {"dice": "2d6"}}]',
  }),
  ...casesOf({ calls: [roll('2d6'), read('a')] })({
    'Command R: two':
      'Action: ¦```json\n[{"tool_name": "roll", "parameters": {"dice": "2d6"}}, {"tool_name": "read_file", "parameters": {"path": "a"}}]\n```',
    'Gemma: two': '```tool_code\nroll(dice="2d6")\nread_file(path="a")\n```',
    'Gemma: two in a list': '```tool_code\n[roll(dice="2d6"), read_file(path="a")]\n```',
    'Apertus: two, with the end of the turn':
      'Both.¦<|tools_prefix|>[{"roll": {"dice": "2d6"}}, {"read_file": {"path": "a"}}]<|tools_suffix|><|assistant_end|>',
    'LongCat: two':
      '<longcat_tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</longcat_tool_call>\n<longcat_tool_call>read_file\n<longcat_arg_key>path</longcat_arg_key>\n<longcat_arg_value>a</longcat_arg_value>\n</longcat_tool_call>',
    'Hunyuan 3: two':
      '<tool_calls><tool_call>roll<tool_sep><arg_key>dice</arg_key><arg_value>2d6</arg_value></tool_call>\n<tool_call>read_file<tool_sep><arg_key>path</arg_key><arg_value>a</arg_value></tool_call></tool_calls>',
    'Phi-4-mini: two, with the end of the turn':
      '<|tool_call|>[{"type": "function", "function": {"name": "roll", "arguments": {"dice": "2d6"}}}, {"name": "read_file", "arguments": {"path": "a"}}]<|/tool_call|><|end|>',
    'Command R7B: two, with the end of the turn':
      '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "roll", "parameters": {"dice": "2d6"}}, {"tool_call_id": "1", "tool_name": "read_file", "parameters": {"path": "a"}}]<|END_ACTION|><|END_OF_TURN_TOKEN|>',
    'Nemotron: two after a sentence':
      'Both.\n¦<TOOLCALL>[{"name": "roll", "arguments": {"dice": "2d6"}}, {"name": "read_file", "arguments": {"path": "a"}}]</TOOLCALL>\n',
    'Kimi K2: two after a sentence, on lines of their own':
      'Both.\n¦<|tool_calls_section_begin|>\n<|tool_call_begin|>\nfunctions.roll:0<|tool_call_argument_begin|>\n{"dice": "2d6"}\n<|tool_call_end|>\n<|tool_call_begin|>functions.files__read_file:1 <|tool_call_argument_begin|> {"path": "a"} <|tool_call_end|>\n<|tool_calls_section_end|>',
    'DeepSeek V3: two after a sentence':
      'Both.¦<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜>\n<｜tool▁call▁begin｜>function<｜tool▁sep｜>read_file\n```json\n{"path": "a"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
    'DeepSeek V3.1: two after a sentence':
      'Both.\n¦<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>read_file<｜tool▁sep｜>{"path": "a"}<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
  }),
  ...casesOf({ text: asWritten, proposals: [roll('2d6')] })({
    'Phi-4-mini: followed by prose':
      '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|/tool_call|>\nThat rolls.',
    'LFM2: followed by prose': `<|tool_call_start|>[roll(dice='2d6')]<|tool_call_end|>Rolling the dice for you.`,
    'a tag that closes code': '<code>\n{"name": "roll", "arguments": {"dice": "2d6"}}\n</code>',
    'a tag that closes an example':
      '<example>\n<tool_call>{"name": "roll", "arguments": {"dice": "2d6"}}</tool_call>\n</example>',
    'DeepSeek V3: followed by prose':
      '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>roll\n```json\n{"dice": "2d6"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>\nThat rolls.',
  }),
  ...casesOf({ calls: [read('a')] })({
    InternLM:
      'I look.¦<|action_start|><|plugin|>\n{"name": "read_file", "parameters": {"path": "a"}}<|action_end|>',
    'Seed-OSS':
      '<seed:tool_call>\n<function=read_file>\n<parameter=path>a</parameter>\n</function>\n</seed:tool_call>',
    'MiniMax M2':
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</minimax:tool_call>',
    'gpt-oss: the tool before the channel':
      '<|start|>assistant to=functions.read_file<|channel|>commentary json<|message|>{"path": "a"}<|call|>',
  }),
  ...casesOf({ text: asWritten })({
    'InternLM: code is no call': '<|action_start|><|interpreter|>\nprint(1)\n<|action_end|>',
    'Llama 4: code is no call': '<|python_start|>import os\nos.getcwd()<|python_end|>',
    'a mark that closes no call': 'Close it with </my_tool_call> then.',
    'Kimi K2: the marks in prose':
      'It begins with <|tool_calls_section_begin|> and then <|tool_call_begin|> follows.',
    'gpt-oss: what looks like a call in its final message':
      '<|channel|>final<|message|>{"name":"roll","arguments":{"dice":"2d6"}}',
    'gpt-oss: a final message cut off after its header': 'Done.\n<|channel|>final<|message|>',
    'gpt-oss: the marks in prose': 'A message begins with <|channel|> and <|message|> in it.',
  }),
  ...casesOf({ calls: [read('a'), roll('2d6')] })({
    'Seed-OSS: two functions after a sentence':
      'Both.\n¦<seed:tool_call>\n<function=read_file>\n<parameter=path>a</parameter>\n</function>\n<function=roll>\n<parameter=dice>2d6</parameter>\n</function>\n</seed:tool_call>',
    'MiniMax M2: two calls after a sentence':
      'Both.\n¦<minimax:tool_call><invoke name="read_file"><parameter name="path">a</parameter></invoke><invoke name="roll"><parameter name="dice">2d6</parameter></invoke></minimax:tool_call>',
    'MiniMax M2: two tags':
      '<minimax:tool_call>\n<invoke name="read_file">\n<parameter name="path">a</parameter>\n</invoke>\n</minimax:tool_call>\n<minimax:tool_call>\n<invoke name="roll">\n<parameter name="dice">2d6</parameter>\n</invoke>\n</minimax:tool_call>',
  }),
  ...casesOf({ calls: [roll('2d6')], isInvented: true })({
    'the header of the user after a call in tags':
      '<|tool_call|>[{"name": "roll", "arguments": {"dice": "2d6"}}]<|im_start|>user\nThanks!',
    'DeepSeek V3.1: the result made up':
      '<｜tool▁call▁begin｜>roll<｜tool▁sep｜>{"dice": "2d6"}<｜tool▁call▁end｜><｜tool▁output▁begin｜>7<｜tool▁output▁end｜>It is 7.',
    'FunctionGemma: the response made up':
      '<start_function_call>call:roll{dice:<escape>2d6<escape>}<end_function_call><start_function_response>response:roll{value:4}<end_function_response>',
    'gpt-oss: the result made up':
      '<|channel|>commentary to=functions.roll<|message|>{"dice": "2d6"}<|call|><|start|>functions.roll to=assistant<|channel|>commentary<|message|>7<|end|>',
  }),
  ...casesOf({ malformed: ['it is incomplete'] })({
    'Kimi K2: cut off':
      '<|tool_calls_section_begin|><|tool_call_begin|>functions.roll:0<|tool_call_argument_begin|>{"dice": "2',
    'DeepSeek V3.2: cut off': '<｜DSML｜invoke name="roll">\n<｜DSML｜parameter name="dice" string="true">2d',
    'FunctionGemma: cut off': '<start_function_call>call:roll{dice:<escape>2d',
  }),
  ...callsOf({
    'Nemotron: parameters, and no end': [
      '<TOOLCALL>[{"name": "search", "parameters": {"query": "x"}}]',
      search({ query: 'x' }),
    ],
    'LFM2: two, with the end of the message': [
      `<|tool_call_start|>[read_file(path="<|tool_call_end|>"), roll(dice="2d6")]<|tool_call_end|><|im_end|>`,
      read('<|tool_call_end|>'),
      roll('2d6'),
    ],
    'Llama 4: two, with the end of the turn': [
      '<|python_start|>[roll(dice="2d6"), search(query="x", limit=2)]<|python_end|><|eot|>',
      roll('2d6'),
      search({ query: 'x', limit: 2 }),
    ],
    'a text value with closing marks': [
      '<TOOLCALL>[{"name": "write_file", "arguments": {"path": "a", "content": "</TOOLCALL><|END_ACTION|>"}}]</TOOLCALL>',
      write('a', '</TOOLCALL><|END_ACTION|>'),
    ],
    'Kimi K2: no arguments, without the section': [
      '<|tool_call_begin|>functions.files__list:2<|tool_call_argument_begin|>{}<|tool_call_end|><|im_end|>',
      ['files__list', {}],
    ],
    'DeepSeek V3.2': [
      '<｜DSML｜function_calls>\n<｜DSML｜invoke name="search">\n<｜DSML｜parameter name="query" string="true">x < y</｜DSML｜parameter>\n<｜DSML｜parameter name="limit" string="false">3</｜DSML｜parameter>\n</｜DSML｜invoke>\n</｜DSML｜function_calls>',
      search({ query: 'x < y', limit: 3 }),
    ],
    'DeepSeek V4: two calls': [
      '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="roll">\n<｜DSML｜parameter name="dice" string="true">2d6</｜DSML｜parameter>\n</｜DSML｜invoke>\n<｜DSML｜invoke name="files__list">\n\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
      roll('2d6'),
      ['files__list', {}],
    ],
    'Gemma 4: all kinds of values, with the end of the turn': [
      'I search.\n¦<|tool_call>call:search{query:<|"|>a, {b} "c"<|"|>,limit:-3,exact:true,paths:[<|"|>x<|"|>,{y:null}]}<tool_call|><turn|>',
      search({ query: 'a, {b} "c"', limit: -3, exact: true, paths: ['x', { y: null }] }),
    ],
    'FunctionGemma: two arguments, with the end of the turn': [
      '<start_function_call>call:write_file{path:<escape>a<escape>,content:<escape>{"x": 1}\n<escape>}<end_function_call><end_of_turn>',
      write('a', '{"x": 1}\n'),
    ],
  }),
  ...brokenOf({
    'Kimi K2: of an unknown tool': [
      '<|tool_call_begin|>functions.gone:0<|tool_call_argument_begin|>{}<|tool_call_end|>',
      'unknown tool "functions.gone"',
    ],
  }),
  ...casesOf({ calls: [roll('2d6'), read('a')], isInvented: true })({
    'Gemma 4: two, and the response made up':
      '<|tool_call>call:roll{dice:<|"|>2d6<|"|>}<tool_call|><|tool_call>call:read_file{path:<|"|>a<|"|>}<tool_call|><|tool_response>response:roll{value:4}<tool_response|>',
  }),
  ...casesOf({ calls: [roll('2d6')], reasoning: 'I need to roll.' })({
    'gpt-oss: after its analysis':
      '<|channel|>analysis<|message|>I need to roll.<|end|><|start|>assistant<|channel|>commentary to=functions.roll <|constrain|>json<|message|>{"dice":"2d6"}<|call|>',
  }),
];
