import { Empty } from '../components/feedback.tsx';
import { Page } from '../components/page.tsx';

export const NotFoundPage = () => (
  <Page title="Page not found">
    <Empty title="There is no page at this address">Choose a page from the menu.</Empty>
  </Page>
);
