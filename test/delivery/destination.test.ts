import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress, isInRanges, parseRanges } from '../../server/entities/destination-ranges.ts';
import { problems } from '../../server/problems/problem.ts';
import { checkDestinationText } from '../../server/entities/destination.ts';

const policy = { devRanges: [] };
const devPolicy = { devRanges: parseRanges(['127.0.0.0/8', 'fd00::/8']) };

const refusal = expect.objectContaining({ slug: 'undeliverable_url', detail: expect.any(String) });

const invalid = expect.objectContaining({ slug: 'validation_failed', members: { errors: [expect.objectContaining({ path: 'url' })] } });

describe('the text of a destination', () => {
  it.each([
    ['https://hooks.example.com/a?b=c', 'https://hooks.example.com/a?b=c'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['https://hooks.example.com:8443/', 'https://hooks.example.com:8443/'],
    ['HTTPS://Hooks.Example.COM:443/A', 'https://hooks.example.com/A'],
    ['https://hooks.example.com./a', 'https://hooks.example.com/a'],
    ['https://bücher.example/', 'https://xn--bcher-kva.example/'],
    ['https://exam\u00adple.com/', 'https://example.com/'],
    ['https://under_score.example.com/', 'https://under_score.example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://134744072/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]/', 'https://[2606:4700:4700::1111]/'],
    ['https://[64:ff9b::8.8.8.8]/', 'https://[64:ff9b::808:808]/'],
    ['https://internal.example.com/', 'https://internal.example.com/'],
    ['https://local.example/', 'https://local.example/'],
  ])('accepts %s and normalises it', (text, stored) => {
    expect(checkDestinationText(text, policy, problems).href).toBe(stored);
  });

  it.each([
    '',
    'hooks.example.com',
    'https://',
    'http://hooks.example.com/',
    'ftp://hooks.example.com/',
    'wss://hooks.example.com/',
    'javascript:alert(1)',
    'data:text/plain,a',
    'https://hooks.example.com:65536/',
  ])('refuses %j for its form', (text) => {
    expect(() => checkDestinationText(text, policy, problems)).toThrow(refusal);
  });

  it.each([
    'https://user@hooks.example.com/',
    'https://user:password@hooks.example.com/',
    'https://:password@hooks.example.com/',
    'https://hooks.example.com/#fragment',
    'https://hooks.example.com/#',
    'https://hooks.example.com:0/',
    'https://hooks.example.com:22/',
    'https://hooks.example.com:25/',
    'https://hooks.example.com:6667/',
    'https://hooks.example.com:10080/',
    'http://user@127.0.0.1/',
    'http://127.0.0.1/#a',
    'http://127.0.0.1:0/',
  ])('refuses a part of %j as invalid, whatever its host', (text) => {
    for (const each of [policy, devPolicy]) expect(() => checkDestinationText(text, each, problems)).toThrow(invalid);
  });

  it.each([
    'https://localhost/',
    'https://LOCALHOST:8443/',
    'https://localhost./',
    'https://localhost../',
    'https://localhost。/',
    'https://%6c%6fcalhost/',
    'https://ｌocalhost/',
    'https://loc\u00adalhost/',
    'https://loc\u200balhost/',
    'https://loc\talhost/',
    'https:\\\\localhost\\a',
    'https://a.localhost/',
    'https://printer/',
    'https://printer./',
    'https://.local/',
    'https://printer.local/',
    'https://printer.local./',
    'https://metadata.google.internal/',
    'https://metadata.google.internal./',
    'https://metadata.google.internal../',
    'https://METADATA。GOOGLE。INTERNAL/',
    'https://router.home.arpa/',
    'https://abcdefgh.onion/',
    'https://../',
    'https://a..example.com/',
    'https://example.com../',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://${'a.'.repeat(130)}com/`,
    "https://exa'mple.com/",
  ])('refuses the name in %j', (text) => {
    expect(() => checkDestinationText(text, policy, problems)).toThrow(refusal);
  });

  it.each([
    'https://127.0.0.1/',
    'https://127.0.0.1./',
    'https://127.1/',
    'https://0x7f.1/',
    'https://0x7f000001/',
    'https://0177.0.0.1/',
    'https://2130706433/',
    'https://017700000001/',
    'https://１２７.0.0.1/',
    'https://①②⑦.0.0.1/',
    'https://127。0。0。1/',
    'https://%31%32%37.0.0.1/',
    'https://0/',
    'https://10.0.0.1/',
    'https://192.168.1.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://0xa9fea9fe/',
    'https://168.63.129.16/',
    'https://100.100.100.200/',
    'https://[::1]/',
    'https://[::]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:7f00:1]/',
    'https://[::ffff:8.8.8.8]/',
    'https://[::127.0.0.1]/',
    'https://[0:0:0:0:0:0:0:1]/',
    'https://[64:ff9b::127.0.0.1]/',
    'https://[64:ff9b::a9fe:a9fe]/',
    'https://[64:ff9b:1::808:808]/',
    'https://[2002:7f00:1::]/',
    'https://[2001:0:7f00:1::]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://[fe80::1%25lo]/',
    'https://[ff02::1]/',
    'https://256.0.0.1/',
    'https://1.2.3.4.5/',
  ])('refuses the address in %j', (text) => {
    expect(() => checkDestinationText(text, policy, problems)).toThrow(refusal);
  });

  it.each([
    ['http://127.0.0.1:3000/a', 'http://127.0.0.1:3000/a'],
    ['https://127.1:3000/', 'https://127.0.0.1:3000/'],
    ['http://[fd00::1]/', 'http://[fd00::1]/'],
  ])('accepts %s inside a development range', (text, stored) => {
    expect(checkDestinationText(text, devPolicy, problems).href).toBe(stored);
  });

  it.each([
    'http://localhost:3000/',
    'http://10.0.0.1/',
    'http://8.8.8.8/',
    'http://hooks.example.com/',
    'http://[::ffff:127.0.0.1]/',
    'ws://127.0.0.1/',
  ])('refuses %s also with development ranges', (text) => {
    expect(() => checkDestinationText(text, devPolicy, problems)).toThrow(refusal);
  });
});

describe('the ranges', () => {
  it.each([
    ['0.0.0.0/8', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0/8', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0/10', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0/8', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0/16', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0/12', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0/24', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0/24', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.99.0/24', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0/16', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.18.0.0/15', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0/24', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0/24', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['168.63.129.16/32', '168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['2001::/23', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::/32', '2001:db8::', '2001:db8:ffff::', '2001:db9::'],
    ['2002::/16', '2002::', '2002:ffff::', '2003::'],
    ['3fff::/20', '3fff::', '3fff:fff:ffff::', '3fff:1000::'],
  ])('refuses %s to its last address and nothing after it', (_, first, last, next) => {
    expect([first, last, next].map(isPublicAddress)).toEqual([false, false, true]);
  });

  it('accepts no IPv4 from 224.0.0.0 on', () => {
    expect(isPublicAddress('223.255.255.255')).toBe(true);
    expect(['224.0.0.0', '239.255.255.255', '240.0.0.0', '255.255.255.255'].some(isPublicAddress)).toBe(false);
  });

  it('accepts no IPv6 outside 2000::/3', () => {
    expect(['2000::', '3ffe::1', '3fff:ffff::'].every(isPublicAddress)).toBe(true);
    expect(['1fff:ffff::', '4000::', '::', '::1', '100::1', '5f00::1', 'fc00::1', 'fe80::1', 'ff02::1'].some(isPublicAddress)).toBe(false);
  });

  it('judges 64:ff9b::/96 as the IPv4 address inside, and refuses every mapped and 6to4 form', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const ipv4 = octets.join('.');
        const hex = Buffer.from(octets)
          .toString('hex')
          .replace(/^(....)/, '$1:');
        expect(isPublicAddress(`64:ff9b::${ipv4}`)).toBe(isPublicAddress(ipv4));
        expect(isPublicAddress(`64:ff9b::${hex}`)).toBe(isPublicAddress(ipv4));
        expect([`::ffff:${ipv4}`, `::ffff:${hex}`, `::${hex}`, `2002:${hex}::`, `64:ff9b:1::${hex}`].some(isPublicAddress)).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'example.com',
    '127.1',
    '0x8080808',
    '134744072',
    '010.8.8.8',
    '8.8.8',
    '8.8.8.8 ',
    '2606:4700::1111%eth0',
    '[2606:4700::1111]',
    '8.8.8.8/32',
  ])('accepts nothing that is not the plain spelling of an address: %j', (text) => {
    expect(isPublicAddress(text)).toBe(false);
    expect(isInRanges(text, parseRanges(['0.0.0.0/0', '::/0']))).toBe(false);
  });

  it.each(['', '127.0.0.1', '127.0.0.0/33', 'localhost/8', '::1/129', '10.0.0.0/8/8', '10.0.0.0/', '10.0.0.0/-1'])(
    'is not a CIDR range: %j',
    (text) => {
      expect(() => parseRanges([text])).toThrow();
    },
  );
});
