//! Proxies, authorities and connections of the caller's own.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use http::{Request, Response, Uri};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper_util::client::proxy::matcher::Matcher;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::ServerConfig;
use rustls::crypto::ring::default_provider;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _, copy_bidirectional};
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;

use crate::transport::{Network, ProxyChoice};
use crate::{Client, ClientBuilder, Error, Reason};

type List = Arc<Mutex<Vec<String>>>;

const KEYS: &str = r#"{"keys":[]}"#;
const ENDPOINT: &str = "https://wallet.example";

fn certificate() -> CertifiedKey<KeyPair> {
    generate_simple_self_signed(["wallet.example".to_owned()]).unwrap()
}

/// Starts a service that publishes keys over TLS with a certificate; returns its address.
async fn service(CertifiedKey { cert, signing_key }: &CertifiedKey<KeyPair>) -> SocketAddr {
    let key = signing_key.serialize_der().try_into().unwrap();
    let config =
        ServerConfig::builder_with_provider(Arc::new(default_provider())).with_safe_default_protocol_versions();
    let mut config = config.unwrap().with_no_client_auth().with_single_cert(vec![cert.der().clone()], key).unwrap();
    config.alpn_protocols = vec![b"h2".to_vec()];
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((socket, _)) = listener.accept().await {
            let acceptor = acceptor.clone();
            tokio::spawn(async move {
                let Ok(secured) = acceptor.accept(socket).await else { return };
                let answered = service_fn(|request: Request<Incoming>| async move {
                    assert_eq!(request.uri().path(), "/.well-known/jwks.json");
                    Response::builder().body(http_body_util::Full::new(Bytes::from_static(KEYS.as_bytes())))
                });
                let server = hyper::server::conn::http2::Builder::new(TokioExecutor::new());
                let _ = server.serve_connection(TokioIo::new(secured), answered).await;
            });
        }
    });
    address
}

/// Starts a proxy that passes each connection on to an address, or refuses all; returns its address and what it is asked.
async fn proxy(target: Option<SocketAddr>) -> (SocketAddr, List) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let asked = List::default();
    let heads = asked.clone();
    tokio::spawn(async move {
        while let Ok((mut socket, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(socket.read_u8().await.unwrap());
            }
            heads.lock().unwrap().push(String::from_utf8(head).unwrap().to_lowercase());
            let Some(target) = target else {
                socket.write_all(b"HTTP/1.1 403 Forbidden\r\n\r\n").await.unwrap();
                continue;
            };
            socket.write_all(b"HTTP/1.1 200 OK\r\n\r\n").await.unwrap();
            tokio::spawn(async move {
                let mut passed = TcpStream::connect(target).await.unwrap();
                let _ = copy_bidirectional(&mut socket, &mut passed).await;
            });
        }
    });
    (address, asked)
}

#[tokio::test]
async fn a_service_behind_a_proxy_that_wants_a_password() {
    let certificate = certificate();
    let (proxy, asked) = proxy(Some(service(&certificate).await)).await;
    let client = Client::builder(ENDPOINT)
        .proxy(format!("http://ada:pass%20word@{proxy}"))
        .root_certificates(certificate.cert.pem())
        .user_agent("shop/2.1")
        .build()
        .unwrap();
    assert_eq!(client.key_set().await.unwrap(), KEYS);
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 1);
    let password = format!("proxy-authorization: {}\r\n", "Basic YWRhOnBhc3Mgd29yZA==".to_lowercase());
    for part in ["connect wallet.example:443 http/1.1\r\n", &password, "user-agent: shop/2.1 platonic-client-rust/"] {
        assert!(asked[0].contains(part), "{}", asked[0]);
    }
}

#[tokio::test]
async fn a_service_whose_authority_is_not_trusted_is_refused() {
    let (proxy, _) = proxy(Some(service(&certificate()).await)).await;
    let pem = certificate().cert.pem();
    for trusting in
        [|builder: ClientBuilder, _: String| builder, |builder: ClientBuilder, pem| builder.root_certificates(pem)]
    {
        let builder = Client::builder(ENDPOINT).proxy(format!("http://{proxy}"));
        let error = trusting(builder, pem.clone()).build().unwrap().key_set().await.unwrap_err();
        assert_eq!(error.reason(), Reason::Unreachable);
        assert!(error.message().contains("certificate"), "{error}");
    }
}

#[tokio::test]
async fn a_proxy_that_refuses_is_named_without_its_password() {
    let (proxy, _) = proxy(None).await;
    let client = Client::builder(ENDPOINT).proxy(format!("http://ada:secret@{proxy}")).build().unwrap();
    let error = client.key_set().await.unwrap_err();
    assert_eq!(error.reason(), Reason::Unreachable);
    assert!(
        error.message().contains(&format!("the proxy http://{proxy}/")) && !error.message().contains("secret"),
        "{error}"
    );
}

#[tokio::test]
async fn connections_of_the_callers_own() {
    let certificate = certificate();
    let address = service(&certificate).await;
    let asked = List::default();
    let targets = asked.clone();
    let client = Client::builder(ENDPOINT)
        .root_certificates(certificate.cert.pem())
        .connector(move |host, port| {
            targets.lock().unwrap().push(format!("{host}:{port}"));
            TcpStream::connect(address)
        })
        .build()
        .unwrap();
    assert_eq!(client.key_set().await.unwrap(), KEYS);
    assert_eq!(*asked.lock().unwrap(), ["wallet.example:443"]);
}

fn refusal(builder: ClientBuilder) -> (Reason, Option<String>, Error) {
    let error = builder.build().unwrap_err();
    (error.reason(), error.parameter().map(str::to_owned), error)
}

#[test]
fn wrong_values_are_refused_when_a_client_is_built() {
    let urls =
        ["", "proxy.example", "proxy.example:3128", "https://proxy.example", "socks5://proxy.example", "http://p/path"];
    for url in urls {
        let (reason, parameter, error) = refusal(Client::builder(ENDPOINT).proxy(url));
        assert_eq!((reason, parameter.as_deref()), (Reason::ParameterInvalid, Some("proxy")), "{url}");
        assert!(error.message().contains("http://proxy.example:3128"));
    }
    for pem in [
        "",
        "words",
        "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nA",
    ] {
        let (reason, parameter, _) = refusal(Client::builder(ENDPOINT).root_certificates(pem));
        assert_eq!((reason, parameter.as_deref()), (Reason::ParameterInvalid, Some("root_certificates")), "{pem}");
    }
    let both = Client::builder(ENDPOINT).proxy("http://proxy.example:3128");
    let both = both.connector(|host, port| TcpStream::connect((host, port)));
    assert_eq!(refusal(both).1.as_deref(), Some("proxy"));
}

#[test]
fn credentials_for_this_machine_never_go_to_the_proxy_of_another_one_without_tls() {
    let local = |proxy: &str| Client::builder("http://127.0.0.1:8080").api_key("key").proxy(proxy).build();
    assert!(local("http://proxy.example:3128").unwrap_err().message().contains("without TLS"));
    assert!(local("http://localhost:3128").is_ok());
}

#[test]
fn the_environment_names_a_proxy_for_other_machines_alone() {
    let proxy_for = |proxy: ProxyChoice, endpoint: &'static str, value: &str| {
        let environment = || Matcher::builder().https(value).no("internal.example, 10.0.0.0/8").build();
        let network = Network { proxy, ..Network::default() };
        let found = network.proxy_for(&Uri::from_static(endpoint), environment)?;
        Ok::<_, Error>(found.map(|proxy| proxy.uri().to_string()))
    };
    let value = "http://proxy.example:3128";
    let found = |endpoint| proxy_for(ProxyChoice::Environment, endpoint, value).unwrap();
    assert_eq!(found(ENDPOINT).as_deref(), Some("http://proxy.example:3128/"));
    for endpoint in ["https://a.internal.example", "https://10.1.2.3", "https://localhost", "https://[::1]:8443"] {
        assert_eq!(found(endpoint), None, "{endpoint}");
    }
    assert_eq!(proxy_for(ProxyChoice::Nothing, ENDPOINT, value).unwrap(), None);
    let error = proxy_for(ProxyChoice::Environment, ENDPOINT, "socks5://ada:secret@proxy.example").unwrap_err();
    assert!(error.message().contains("HTTPS_PROXY") && !error.message().contains("secret"), "{error}");
}
