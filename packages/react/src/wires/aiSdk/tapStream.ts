/** Observes a stream that another reader consumes. */
export interface StreamTap<Chunk> {
  /** Called with each chunk as the reader pulls it; returns the chunks that the reader gets in its place. */
  handle(chunk: Chunk): readonly Chunk[];
  /** Called once: the stream has closed, failed, or been cancelled by its reader. */
  end(): void;
}

/** The stream with a tap: no chunk is buffered or read ahead, and a reader that cancels it cancels the source. */
export function tapStream<Chunk>(stream: ReadableStream<Chunk>, tap: StreamTap<Chunk>): ReadableStream<Chunk> {
  const reader = stream.getReader();
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    tap.end();
  };
  return new ReadableStream<Chunk>(
    {
      async pull(controller) {
        try {
          for (let passed = 0; passed === 0;) {
            const { done, value } = await reader.read();
            if (done) {
              end();
              return controller.close();
            }
            for (const chunk of tap.handle(value)) {
              controller.enqueue(chunk);
              passed++;
            }
          }
        } catch (error) {
          end();
          controller.error(error);
        }
      },
      async cancel(reason) {
        end();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}
