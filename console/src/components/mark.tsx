import { mark } from 'built:mark';

/** The mark of the service: a fact, the event that it becomes, and the endpoint. */
export function Mark() {
  return <svg class="mark" viewBox={mark.viewBox} aria-hidden="true" focusable="false" dangerouslySetInnerHTML={{ __html: mark.shapes }} />;
}
