/**
 * In tokens. Ollama's own 4,096 would be spent by the instructions and tools alone. Each token takes 50 to 150 kB in a
 * model of 8 billion parameters, so this takes 1 to 2.5 GB, which a machine that runs such a model has.
 */
export const roomyContext = 16_384;
