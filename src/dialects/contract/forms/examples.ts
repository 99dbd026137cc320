import type { ContractStyle } from './contract-form.ts';
import { writeCalls, writeResults } from './write-calls.ts';

export function examplesText(style: ContractStyle): string {
  const calls = [
    { name: 'example_multiply', arguments: { a: 12, b: 7 } },
    { name: 'example_weather', arguments: { city: 'Oslo', days: ['today'] } },
  ];
  const results = [
    { name: 'example_multiply', result: '84' },
    { name: 'example_weather', result: 'Rain, 6 °C' },
  ];
  return `Two examples. Their tools are not yours: never call them.

User: What is 12 × 7, and how is the weather in Oslo today?
You: ${writeCalls(calls, style)}
User: ${writeResults(results, style)}
You: 12 × 7 is 84, and it rains in Oslo at 6 °C.

User: Which of the two is higher, 84 or 6?
You: 84 is higher.

End of the examples.`;
}
