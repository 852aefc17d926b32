//! Bedrock's own hosts, and the region that each is in.
//!
//! Whatever is not one of these is somebody else's: nothing is signed for it unasked.

/// What a runtime's host is called before its region.
const RUNTIMES: &[&str] = &["bedrock-runtime", "bedrock-runtime-fips"];
/// What stands behind the region: the partitions, dual-stack hosts, endpoints inside a VPC.
const DOMAINS: &[&str] = &[
    "amazonaws.com",
    "amazonaws.com.cn",
    "amazonaws.eu",
    "api.aws",
    "api.amazonwebservices.com.cn",
    "vpce.amazonaws.com",
    "vpce.amazonaws.com.cn",
    "vpce.amazonaws.eu",
];

/// The region of `host`, where it is a Bedrock runtime of AWS.
///
/// ```
/// use throughline_bedrock::region;
/// assert_eq!(region("bedrock-runtime.eu-west-1.amazonaws.com"), Some("eu-west-1"));
/// assert_eq!(region("vpce-0a1b.bedrock-runtime.us-east-1.vpce.amazonaws.com"), Some("us-east-1"));
/// assert_eq!(region("bedrock-runtime.us-east-1.amazonaws.com.example"), None);
/// ```
pub fn region(host: &str) -> Option<&str> {
    let (runtime, rest) = match host.split_once('.')? {
        (first, rest) if RUNTIMES.contains(&first) => (first, rest),
        // An endpoint inside a VPC has a name of its own in front.
        (_, rest) if rest.contains(".vpce.") => rest.split_once('.')?,
        _ => return None,
    };
    let (region, domain) = rest.split_once('.')?;
    let spelled = !region.is_empty() && region.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    (RUNTIMES.contains(&runtime) && spelled && DOMAINS.contains(&domain)).then_some(region)
}

#[cfg(test)]
mod tests {
    use super::region;

    #[test]
    fn hosts_of_aws_and_no_others() {
        for (host, want) in [
            ("bedrock-runtime-fips.us-gov-west-1.amazonaws.com", Some("us-gov-west-1")),
            ("bedrock-runtime.cn-north-1.amazonaws.com.cn", Some("cn-north-1")),
            ("bedrock-runtime.eu-central-1.api.aws", Some("eu-central-1")),
            ("vpce-1-abc-us-east-1a.bedrock-runtime.us-east-1.vpce.amazonaws.com", Some("us-east-1")),
            ("a.bedrock-runtime.us-east-1.amazonaws.com", None),
            ("a.b.bedrock-runtime.us-east-1.vpce.amazonaws.com", None),
            ("bedrock-runtime.amazonaws.com", None),
            ("bedrock-runtime..amazonaws.com", None),
            ("bedrock.us-east-1.amazonaws.com", None),
            ("bedrock-runtime.us-east-1.evil.amazonaws.com", None),
            ("bedrock-runtime.us-east-1.amazonaws.com.evil", None),
            ("bedrock-runtime", None),
            ("", None),
        ] {
            assert_eq!(region(host), want, "{host}");
        }
    }
}
