/** Text with code between backticks. */
const withCode = (text: string) => text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part));

/** A section of the changelog, whose Markdown has headings, lists, paragraphs and code. */
export const ReleaseNotes = ({ text }: { text: string }) => (
  <div class="release-notes">
    {text.split(/\n{2,}/).map((block, index) => {
      if (block.startsWith('### ')) return <h3 key={index}>{withCode(block.slice(4))}</h3>;
      if (!block.startsWith('- ')) return <p key={index}>{withCode(block)}</p>;
      const items = block.slice(2).split('\n- ');
      return (
        <ul key={index}>
          {items.map((item) => (
            <li key={item}>{withCode(item)}</li>
          ))}
        </ul>
      );
    })}
  </div>
);
