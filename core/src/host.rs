//! The host that is dialled, as the route table asks about it: this name, a name below that domain, or a machine of ours.
//!
//! It must never look at a port, user info or path, never resolve a name, and never call a name local because it begins or
//! ends like one that is (`localhost.evil.com`). A text that URL parsers read in more than one way is no [`Host`] at all.
use std::{
    fmt,
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
};

/// A parsed host: lower case, no trailing dot, IPv6 in its shortest spelling and without brackets. Never empty.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Host {
    text: String,
    ip: Option<IpAddr>, // follows from the text, a zone id aside
}

impl Host {
    /// Reads a name (letters, digits, `-`, `_`, dots), an IPv4 or an IPv6 address, the latter with or without brackets and
    /// zone id. `None` for anything else: empty text or label, a port, percent escapes, names that are not in punycode.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']'));
        if inner.is_some() || text.contains(':') {
            return Self::v6(inner.unwrap_or(text));
        }
        let text = text.strip_suffix('.').unwrap_or(text);
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_');
        if text.split('.').any(|label| label.is_empty() || !label.chars().all(known)) {
            return None;
        }
        let ip = text.parse::<Ipv4Addr>().ok().map(IpAddr::V4);
        Some(Self { text: text.to_ascii_lowercase(), ip })
    }
    fn v6(text: &str) -> Option<Self> {
        let (address, zone) = match text.split_once('%') {
            // In a URL the sign before a zone is itself escaped: https://www.rfc-editor.org/rfc/rfc6874
            Some((address, zone)) => (address, Some(zone.strip_prefix("25").filter(|z| !z.is_empty()).unwrap_or(zone))),
            None => (text, None),
        };
        let known = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.' | '~');
        let ip: Ipv6Addr = address.parse().ok()?;
        let text = match zone {
            Some(zone) if zone.is_empty() || !zone.chars().all(known) => return None,
            Some(zone) => format!("{ip}%{}", zone.to_ascii_lowercase()),
            None => ip.to_string(),
        };
        Some(Self { text, ip: Some(IpAddr::V6(ip)) })
    }
    /// The host as text: `api.groq.com`, `10.0.0.1`, `fe80::1%eth0`.
    pub fn as_str(&self) -> &str {
        &self.text
    }
    /// True for an IPv6 address, which a URL writes in brackets.
    pub fn is_v6(&self) -> bool {
        matches!(self.ip, Some(IpAddr::V6(_)))
    }
    /// True when this is `domain` itself, whatever its case, surrounding space or trailing dot. Another spelling of the same
    /// IP address counts, and an address without zone id stands for all zones. An empty domain never matches.
    pub fn is(&self, domain: &str) -> bool {
        let domain = bare(domain);
        self.text.eq_ignore_ascii_case(domain) || self.ip.is_some_and(|ip| domain.parse() == Ok(ip))
    }
    /// True when this [is](Self::is) `domain` or a name below it; an IP address is below nothing, an empty domain above none.
    pub fn within(&self, domain: &str) -> bool {
        let below = || ending(&self.text, bare(domain)).is_some_and(|head| head.ends_with('.'));
        self.is(domain) || (self.ip.is_none() && below())
    }
    /// True when this has the form of `pattern`, in which a `*` stands for one or more characters other than a dot, once in a label:
    /// `*-aiplatform.googleapis.com`. Without a star it is [`Host::is`].
    pub fn like(&self, pattern: &str) -> bool {
        let pattern = bare(pattern);
        if !pattern.contains('*') {
            return self.is(pattern);
        }
        let (mut labels, mut forms) = (self.text.split('.'), pattern.split('.'));
        loop {
            match (labels.next(), forms.next()) {
                (None, None) => return true,
                (Some(label), Some(form)) if has_form(label, form) => {}
                _ => return false,
            }
        }
    }
    /// True for this machine, its containers and its private networks: loopback, private, link-local, carrier-grade NAT and
    /// unspecified addresses, names without a dot, and the name spaces that never leave a site.
    pub fn is_local(&self) -> bool {
        match self.ip {
            Some(IpAddr::V4(ip)) => local4(ip),
            Some(IpAddr::V6(ip)) => local6(ip),
            None if self.text.contains('.') => SITE.iter().any(|domain| self.within(domain)) || local_quad(&self.text),
            None => number(&self.text).is_none_or(local4),
        }
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.text)
    }
}
impl fmt::Debug for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

/// Name spaces without public hosts: `localhost` (RFC 6761), `local` (RFC 6762), `home.arpa` (RFC 8375), `internal` (set
/// apart by ICANN in 2024; the names of Docker, Podman and Lima lie below it), `lan` and `localdomain` by habit.
const SITE: [&str; 6] = ["localhost", "internal", "local", "lan", "home.arpa", "localhost.localdomain"];

fn bare(domain: &str) -> &str {
    let domain = domain.trim();
    let domain = domain.strip_suffix('.').unwrap_or(domain);
    domain.strip_prefix('[').and_then(|domain| domain.strip_suffix(']')).unwrap_or(domain)
}

/// True for a label of a form with at most one star.
fn has_form(label: &str, form: &str) -> bool {
    let Some((front, back)) = form.split_once('*') else { return label.eq_ignore_ascii_case(form) };
    label
        .split_at_checked(front.len())
        .filter(|(head, _)| head.eq_ignore_ascii_case(front))
        .and_then(|(_, rest)| ending(rest, back))
        .is_some_and(|star| !star.is_empty())
}

/// What stands before `end`, if the text ends so.
fn ending<'a>(text: &'a str, end: &str) -> Option<&'a str> {
    let (head, tail) = text.split_at_checked(text.len().checked_sub(end.len())?)?;
    tail.eq_ignore_ascii_case(end).then_some(head)
}

fn local4(ip: Ipv4Addr) -> bool {
    let shared = matches!(ip.octets(), [100, 64..=127, ..]); // RFC 6598; Tailscale lives there
    shared || ip.is_loopback() || ip.is_private() || ip.is_link_local() || ip.is_unspecified()
}

fn local6(ip: Ipv6Addr) -> bool {
    let inner = ip.to_ipv4_mapped().is_some_and(local4);
    inner || ip.is_loopback() || ip.is_unspecified() || ip.is_unique_local() || ip.is_unicast_link_local()
}

/// A quad that the strict parser refused (`010.0.0.1`), read in decimal, as people mean it and the reference system does.
/// All four labels must be numbers: `10.0.evil.com` is a name that anybody can register.
fn local_quad(text: &str) -> bool {
    let quad: Option<Vec<u32>> = text.split('.').map(|label| label.parse().ok()).collect();
    let local = |a, b| matches!((a, b), (10 | 127, _) | (172, 16..=31) | (192, 168) | (100, 64..=127));
    matches!(quad.as_deref(), Some(&[a, b, _, _]) if local(a, b))
}

/// A name without a dot that HTTP clients dial as an IPv4 address, `134744072` for 8.8.8.8:
/// <https://url.spec.whatwg.org/#concept-ipv4-parser>
fn number(text: &str) -> Option<Ipv4Addr> {
    let (digits, radix) = match text.strip_prefix("0x") {
        Some(hex) => (hex, 16),
        None if text.starts_with('0') => (text, 8),
        None => (text, 10),
    };
    u32::from_str_radix(digits, radix).ok().map(Ipv4Addr::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(text: &str) -> Host {
        Host::parse(text).unwrap_or_else(|| panic!("{text:?} is a host"))
    }

    /// The rows of a table: a host, another word, then what else the line says.
    fn rows(table: &str) -> impl Iterator<Item = (Host, &str, String)> {
        table.trim().lines().map(|line| {
            let mut words = line.split_whitespace();
            let mut word = || words.next().expect("two words a line");
            (host(word()), word(), words.collect::<Vec<_>>().join(" "))
        })
    }
    #[test]
    fn reads() {
        let table = "
            API.Groq.COM.       api.groq.com
            ollama_server       ollama_server
            127.0.0.1.          127.0.0.1
            [::1]               ::1
            0:0:0:0:0:0:0:1     ::1
            [FE80::1%25ETH0]    fe80::1%eth0
            fe80::1%eth0.100    fe80::1%eth0.100
            fe80::1%25          fe80::1%25
            ::FFFF:10.0.0.1     ::ffff:10.0.0.1";
        for (read, want, _) in rows(table) {
            assert_eq!(read.as_str(), want);
            assert_eq!(host(want), read, "reads its own text");
        }
        assert_eq!(host(" \tgroq.com\n"), host("groq.com"));
    }
    #[test]
    fn refuses() {
        let words = ". .. a..b .groq.com groq.com.. a/b a@b a:80 a%2eb a,b münchen.de api。groq.com 1٠.0.0.1
            \u{212a}imi.com gr\u{200b}oq.com * [ ] [] [::1 ::1] [127.0.0.1] [localhost] [::1]:80 : ::: 1::2::3
            fe80::1% fe80::1%a/b %eth0 [::1.] ::ffff:010.0.0.1";
        for text in words.split_whitespace().chain(["", " ", "a b", "a\0", "[ ::1]"]) {
            assert_eq!(Host::parse(text), None, "{text:?}");
        }
    }
    #[test]
    fn matches_domains() {
        let table = "
            groq.com            groq.com            is within
            api.groq.com        API.groq.com.       is within
            api.groq.com        GROQ.com.           within
            a.b.groq.com        groq.com            within
            notgroq.com         groq.com
            groq.com.evil.com   groq.com
            moonshot.ai.evil    moonshot.ai
            groq.com            api.groq.com
            api.groq.com        .groq.com
            api.groq.com        .
            api.groq.com        é
            kimi.com            \u{212a}imi.com
            10.0.0.1            10.0.0.1            is within
            10.0.0.1            0.0.1
            ::1                 [0:0::1]            is within
            fe80::1%eth0        fe80::1             is within
            fe80::1%eth0        fe80::1%eth1
            fe80::1%a.          .";
        for (host, domain, want) in rows(table) {
            let is = [(host.is(domain), "is"), (host.within(domain), "within")];
            let found: Vec<_> = is.into_iter().filter_map(|(yes, word)| yes.then_some(word)).collect();
            assert_eq!(found.join(" "), want, "{host} {domain}");
        }
        let host = host("api.groq.com");
        assert!(host.within(" groq.com\n") && host.is("\tapi.groq.com "));
        assert!(["", " ", " . "].iter().all(|none| !host.is(none) && !host.within(none) && !host.like(none)));
    }
    #[test]
    fn matches_patterns() {
        let table = "
            us-east5-aiplatform.googleapis.com          *-aiplatform.googleapis.com     like
            us-east5-aiplatform.googleapis.com          *-AIPlatform.googleapis.com.    like
            -aiplatform.googleapis.com                  *-aiplatform.googleapis.com
            evil.x-aiplatform.googleapis.com            *-aiplatform.googleapis.com
            us-aiplatform.googleapis.com.evil.com       *-aiplatform.googleapis.com
            bedrock-runtime.us-gov-west-1.amazonaws.com bedrock-runtime.*.amazonaws.com like
            bedrock-runtime.amazonaws.com               bedrock-runtime.*.amazonaws.com
            bedrock-runtime.a.b.amazonaws.com           bedrock-runtime.*.amazonaws.com
            token-plan.cn.maas.aliyuncs.com             token-plan.*.maas.aliyuncs.com  like
            aba         ab*ba
            a.b.c       *.*.c       like
            b.c         *.*.c
            a.b.c.d     *.*.c
            abc         a*b*c
            vpce-0a.bedrock-runtime.us-east-1.vpce.amazonaws.com    *.bedrock-runtime.*.vpce.amazonaws.com  like
            vpce-0a.vpce-svc-1.us-east-1.vpce.amazonaws.com         *.bedrock-runtime.*.vpce.amazonaws.com
            localhost   *           like
            groq.com    *
            groq.com    Groq.com.   like
            groq.com    é*";
        for (host, pattern, want) in rows(table) {
            assert_eq!(host.like(pattern), want == "like", "{host} {pattern}");
        }
    }
    #[test]
    fn local() {
        let hosts = "localhost LOCALHOST. api.localhost localhost.localdomain host.docker.internal gpu.internal
            host.containers.internal host.lima.internal box.local box.lan box.home.arpa ollama my_vllm-1 0xqwen
            127.0.0.1 127.9.9.9 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.1.1 100.64.0.1
            100.127.255.255 ::1 :: fc00::1 fd00::1 fdff::1 fe80::1 febf::1 [fe80::1%eth0] [fe80::1%25eth0]
            ::ffff:192.168.1.1 ::ffff:127.0.0.1 010.0.0.1 127.0.0.01 172.016.0.1 192.168.001.001 100.064.0.1
            10.0.0.999 2130706433 0x7f000001 017700000001 0";
        for text in hosts.split_whitespace() {
            assert!(host(text).is_local(), "{text}");
        }
    }
    #[test]
    fn remote() {
        let hosts = "api.groq.com evil.docker.internal.example.com localhost.evil.com notlocalhost.com arpa.com
            10.0.0.1.evil.com 192.168.1.1.nip.io 10.0.evil.com evil-internal.com xlocal.com evil.localdomain
            8.8.8.8 172.15.0.1 172.32.0.1 192.169.0.1 100.63.255.255 100.128.0.1 169.253.0.1 2606:4700::1111
            2001:db8::1 fec0::1 fb00::1 ::ffff:8.8.8.8 ::7f00:1 08.8.8.8 172.032.0.1 100.0128.0.1 10.0.0
            10.0.0.0.1 127.1 10.0.0.99999999999 134744072 0x08080808 01002004010";
        for text in hosts.split_whitespace() {
            assert!(!host(text).is_local(), "{text}");
        }
    }
}
