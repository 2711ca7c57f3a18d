/** Something that looks for due deliveries when it is told to. */
export interface DeliveryWake {
  /** Looks at once: at these endpoints or, without any, at all. */
  wake(endpointIds?: readonly string[]): void;
}

const deliverers = new Set<DeliveryWake>();

/** Lets a deliverer of this process hear of what is published here. Answers with the way to end that. */
export function listenForWakes(deliverer: DeliveryWake): () => void {
  deliverers.add(deliverer);
  return () => deliverers.delete(deliverer);
}

/** Saves a published delivery the way through the job queue when a deliverer runs in this process. */
export function wakeDeliverers(endpointIds?: readonly string[]): void {
  for (const deliverer of deliverers) deliverer.wake(endpointIds);
}
