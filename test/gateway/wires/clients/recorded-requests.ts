/** What clients in Python send to ask for the weather: a first request, and what they add once the tool has answered. */
export interface Recorded {
  readonly headers: Readonly<Record<string, string>>;
  readonly first: { readonly messages: readonly object[]; readonly [field: string]: unknown };
  readonly answered: readonly object[];
}

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const named = { name: 'get_weather', description: 'Get the weather of a city.', parameters };
const strict = { ...named, strict: true, parameters: { ...parameters, additionalProperties: false } };
const call = {
  id: 'call_1',
  type: 'function',
  function: { name: 'get_weather', arguments: '{"city":"Oslo"}' },
};
const system = { role: 'system', content: 'Be brief.' };
const user = { role: 'user', content: 'Weather in Oslo?' };
const result = { role: 'tool', tool_call_id: 'call_1', content: '-3' };

function toolsOf(definition: object): readonly object[] {
  return [{ type: 'function', function: definition }];
}

function headersOf(version: string, more: object = {}) {
  return {
    accept: 'application/json',
    'accept-encoding': 'gzip, deflate',
    'user-agent': `OpenAI/Python ${version}`,
    'x-stainless-lang': 'python',
    'x-stainless-package-version': version,
    'x-stainless-async': 'false',
    'x-stainless-retry-count': '0',
    ...more,
  };
}

/** The first two were recorded from the packages, CrewAI’s are those of its own recordings, the others those of its source. */
export const recordedRequests: Readonly<Record<string, Recorded>> = {
  'the OpenAI SDK 3.22': {
    headers: headersOf('3.22.1', { 'x-stainless-read-timeout': '600' }),
    first: {
      messages: [{ ...system, role: 'developer' }, user],
      model: 'converser',
      parallel_tool_calls: false,
      tool_choice: 'auto',
      tools: toolsOf(strict),
    },
    answered: [{ content: null, role: 'assistant', tool_calls: [call] }, result],
  },
  'LangChain’s ChatOpenAI 1.6': {
    headers: headersOf('3.22.1', { 'x-stainless-raw-response': 'true' }),
    first: {
      messages: [system, user],
      model: 'converser',
      parallel_tool_calls: false,
      tool_choice: 'required',
      tools: toolsOf(named),
    },
    answered: [{ content: null, role: 'assistant', tool_calls: [call] }, result],
  },
  'AutoGen’s OpenAIChatCompletionClient': {
    headers: headersOf('1.66.5', {
      'user-agent': 'AsyncOpenAI/Python 1.66.5',
      'x-stainless-async': 'async:asyncio',
    }),
    first: {
      messages: [system, { ...user, name: 'user' }],
      model: 'converser',
      tools: toolsOf({ ...named, strict: false }),
    },
    answered: [{ tool_calls: [call], role: 'assistant', name: 'weather_agent' }, result],
  },
  'CrewAI’s LLM': {
    headers: headersOf('1.83.0'),
    first: {
      messages: [system, { ...user, content: '\nCurrent Task: Weather in Oslo?' }],
      model: 'converser',
      tool_choice: 'auto',
      tools: toolsOf(strict),
    },
    answered: [
      { role: 'assistant', content: null, tool_calls: [call] },
      { ...result, name: 'get_weather' },
    ],
  },
  'Semantic Kernel’s OpenAIChatCompletion': {
    headers: headersOf('1.98.0', {
      'user-agent': 'semantic-kernel-python/1.37.0 AsyncOpenAI/Python 1.98.0',
      'x-stainless-async': 'async:asyncio',
      'semantic-kernel-version': 'python/1.37.0',
    }),
    first: {
      messages: [system, user],
      model: 'converser',
      stream: false,
      tool_choice: 'auto',
      tools: toolsOf({ ...named, name: 'weather-get_weather' }),
    },
    answered: [
      {
        role: 'assistant',
        tool_calls: [{ ...call, function: { ...call.function, name: 'weather-get_weather' } }],
      },
      result,
    ],
  },
};
