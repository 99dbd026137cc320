/** In bytes that wait for a client. */
const mostWaiting = 64 * 1024 * 1024;

/** What a client has not read is bounded: one that doesn't keep up is left. `onEnd` is called once in any case. */
export function boundedBody(response: Response, onEnd: () => void): Response {
  const { body, status, headers } = response;
  if (body === null) {
    onEnd();
    return response;
  }
  const reader = body.getReader();
  const copy = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
    try {
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        controller.enqueue(next.value);
        if ((controller.desiredSize ?? 0) < 0) throw new Error('The client reads too slowly.');
      }
      controller.close();
    } catch (cause) {
      await reader.cancel(cause).catch(() => {});
      // It is closed already if the client has gone.
      controller.error(cause);
    } finally {
      onEnd();
    }
  };
  const bounded = new ReadableStream<Uint8Array>(
    {
      start: controller => void copy(controller),
      cancel: reason => reader.cancel(reason),
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
  );
  return new Response(bounded, { status, headers });
}
