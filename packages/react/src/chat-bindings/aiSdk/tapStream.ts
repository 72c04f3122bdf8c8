/** Hears a stream that somebody else reads. */
export interface StreamTap<Chunk> {
  /** Gets each chunk when its reader asks for it; answers what the reader gets in its place. */
  take(chunk: Chunk): readonly Chunk[];
  /** The stream has closed, failed, or been given up by its reader. Told once. */
  end(): void;
}

/** The same stream, heard: no chunk is kept back or read ahead, and a reader that stops stops the source. */
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
            for (const chunk of tap.take(value)) {
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
