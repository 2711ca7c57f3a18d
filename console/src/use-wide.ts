import { useEffect, useState } from 'preact/hooks';

const wide = () => matchMedia('(min-width: 80rem)');

/** Whether there is room for a list and the detail of one of its items next to each other. */
export const isWide = (): boolean => wide().matches;

export function useWide(): boolean {
  const [is, setIs] = useState(isWide);
  useEffect(() => {
    const query = wide();
    const onChange = () => setIs(query.matches);
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  return is;
}
