import { NotFound } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';

export const NotFoundPage = () => (
  <Page title="Page not found">
    <NotFound title="There is no page at this address">Choose a page from the menu.</NotFound>
  </Page>
);
