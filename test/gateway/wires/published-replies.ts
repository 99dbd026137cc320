import type Anthropic from '@anthropic-ai/sdk';
import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { Response, ResponseStreamEvent } from 'openai/resources/responses/responses';

/*
 * The replies as the vendors' SDKs publish them. JSON Schemas are made from this file at run time, each by itself: the
 * SDKs have types of the same name.
 */
export type PublishedMessage = Anthropic.Message;
export type PublishedMessageEvent = Anthropic.RawMessageStreamEvent;
export type PublishedCompletion = ChatCompletion;
export type PublishedChunk = ChatCompletionChunk;
export type PublishedResponse = Response;
/** The events that we send: there are many more, and a schema of all of them takes minutes to make. */
export type PublishedResponseEvent = Extract<
  ResponseStreamEvent,
  {
    type:
      | 'response.created'
      | 'response.in_progress'
      | 'response.output_item.added'
      | 'response.content_part.added'
      | 'response.reasoning_summary_part.added'
      | 'response.reasoning_summary_text.delta'
      | 'response.reasoning_summary_text.done'
      | 'response.reasoning_summary_part.done'
      | 'response.output_text.delta'
      | 'response.output_text.done'
      | 'response.content_part.done'
      | 'response.function_call_arguments.delta'
      | 'response.function_call_arguments.done'
      | 'response.custom_tool_call_input.delta'
      | 'response.custom_tool_call_input.done'
      | 'response.output_item.done'
      | 'response.completed'
      | 'response.incomplete';
  }
>;
